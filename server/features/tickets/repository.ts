import {
  expressionBuilder,
  sql,
  type InferResult,
  type Kysely,
  type QueryCreator,
  type RawBuilder,
  type Selectable,
} from 'kysely'
import { findDueTime } from '#features/due-rules/find-due-time.ts'
import { addOfficeNotification, type NotificationInput } from '#features/notifications/notify.ts'
import { selectPassEnd } from '#features/passes/gate-pass-row.ts'
import { IS_UNPAID, LEFT_TO_PAY, PAYABLE_STATUSES } from '#features/payments/reservation-balance.ts'
import type { Db, DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, NEXT_VERSION_COLUMNS, DELETED_STATUS } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { buildNextNumberQuery, type Counter } from '#platform/db/increment-counter.ts'
import { buildSearchCondition } from '#platform/db/lists/build-search-condition.ts'
import {
  declareList,
  TENANT_SORT_EXPRESSIONS,
  type SortExpressions,
} from '#platform/db/lists/declare-list.ts'
import { buildCommonConditions, buildDaysConditions, type RowFilter } from '#platform/db/lists/row-filter.ts'
import type { SearchPatterns } from '#platform/db/lists/search-patterns.ts'
import {
  prepareQuery,
  prepareReadQuery,
  type FilterExpressions,
  type Placeholders,
} from '#platform/db/prepare-query.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { STATUS, type Status, type StoredStatus } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { hasAssignee, canChangeTickets } from './assignees/list-assignees.ts'
import { addTicketEvent, type EventValues } from './history.ts'
import { CAN_BE_LATE } from './urgent-tickets.ts'

/**
 * Selects tickets with the fields of the Services list. `table` can also be a `with` query that inserts
 * tickets.
 */
const selectListedRows = (db: QueryCreator<DB>, table = 'tickets') =>
  db
    .selectFrom(sql<Selectable<DB['tickets']>>`${sql.table(table)}`.as('t'))
    .innerJoin('tenants as n', 'n.id', 't.tenant_id')
    .leftJoin('admins as s', (join) =>
      join.onRef('s.id', '=', 't.assignee_id').on(canChangeTickets('s', sql`t.module`)),
    )
    .leftJoinLateral(selectPassEnd().as('e'), (join) => join.onTrue())
    .select(['e.pass_to', 'e.pass_ended_at'])
    .select(['t.id', 't.module', 't.ticket_number', 't.tenant_id', 't.status', 't.verified_by_id'])
    .select(['t.created_at', 't.updated_at', 'n.client_code', 'n.uoccname', 'n.unit_number'])
    .select(['t.due_at', 's.id as assignee_id', 's.name as assignee_name'])
export type ListedRow = InferResult<ReturnType<typeof selectListedRows>>[number]

/** SQL condition: `t` is a reservation with an amount that its resident can pay (rules 25.11). */
const CAN_BE_PAID = sql<boolean>`(t.module = 'reservation' and t.status in (${PAYABLE_STATUSES})
  and (t.details ->> 'estimatedAmount')::numeric > 0)`

const selectFullRows = (db: QueryCreator<DB>, table?: string) =>
  selectListedRows(db, table)
    .leftJoin('admins as p', 'p.id', 't.approved_by_id')
    .leftJoin('admins as v', 'v.id', 't.verified_by_id')
    .select(['t.version', 't.details', 't.remarks', 't.approved_at', 't.approved_by_id', 't.ongoing_at'])
    .select(['t.completed_at', 't.verified_at', 'p.name as approver_name', 'v.name as verifier_name'])
    .select('t.post_by_id')

const selectTicketRows = (db: QueryCreator<DB>, table?: string) =>
  selectFullRows(db, table)
    .leftJoin('amenities as a', (join) => join.on('a.id', '=', sql`(t.details ->> 'amenityId')::bigint`))
    .select('a.title as amenity_title')
    .select(sql<number | null>`(a.rules ->> 'cancelHours')::integer`.as('cancel_hours'))
    .select([
      sql<number | null>`case when ${CAN_BE_PAID} then ${LEFT_TO_PAY} end`.as('left_to_pay'),
      sql<Date | null>`case when ${CAN_BE_PAID} and ${IS_UNPAID}
        then (select b.pay_until from amenity_bookings b where b.ticket_id = t.id
          and b.pay_until < lower(b.during)) end`.as('pay_until'),
    ])
export type TicketRow = InferResult<ReturnType<typeof selectTicketRows>>[number]

/**
 * Selects whole tickets of a module without amenities. The join with amenities is left out, because it takes
 * a quarter of the time of the list's query.
 */
const selectPlainRows = (db: QueryCreator<DB>) =>
  selectFullRows(db).select([
    sql<null>`null`.as('amenity_title'),
    sql<null>`null`.as('cancel_hours'),
    sql<null>`null`.as('left_to_pay'),
    sql<null>`null`.as('pay_until'),
  ])

export interface TicketFilter extends SearchPatterns {
  readonly module?: string
  readonly tenantId?: number
  readonly status?: Status
}

/**
 * Returns the SQL conditions for a list. The schema has an index for each combination of these conditions.
 */
function buildListConditions({ module, tenantId, status, ...search }: FilterExpressions<TicketFilter>) {
  const eb = expressionBuilder<DB, 'tickets'>()
  return [
    eb('status', '<>', DELETED_STATUS),
    ...(module === undefined ? [] : [eb('module', '=', module)]),
    ...(tenantId === undefined ? [] : [eb('tenant_id', '=', tenantId)]),
    ...(status === undefined ? [] : [eb('status', '=', status)]),
    ...(search.tenants === undefined ? [] : [buildSearchCondition(search)]),
  ]
}

/** SQL conditions of the filters that a user sets (rules 13.29). */
function buildFilterConditions(rowFilter: RowFilter): RawBuilder<boolean>[] {
  const { days, type, assigneeId, late } = rowFilter
  const conditions = buildCommonConditions(rowFilter)
  if (days?.mainDate === undefined) conditions.push(...buildDaysConditions(sql`created_at`, days ?? {}))
  else
    conditions.push(
      ...buildDaysConditions(sql`details ->> ${sql.lit(days.mainDate)}`, days, (end) => end.toISOString()),
    )
  if (type !== undefined) conditions.push(sql`details ->> 'type' = ${sql.lit(type)}`)
  if (assigneeId !== undefined) conditions.push(hasAssignee(assigneeId))
  if (late) conditions.push(sql`due_at < now() and ${CAN_BE_LATE}`)
  return conditions
}

/**
 * SQL for sorting by a module's main date (for example the date of a visit); each has an index. Main dates
 * are ISO 8601 in UTC, so the order of the texts is the order of the times.
 */
const MAIN_DATE_EXPRESSIONS = Object.fromEntries(
  MODULES.flatMap(({ mainDate }) =>
    mainDate === undefined ? [] : [[mainDate, `details ->> '${mainDate}'`]],
  ),
)

/** SQL for the sort keys of all modules. `created_at` sorts by id, because ids are chronological. */
const SORT_EXPRESSIONS: SortExpressions = {
  ...TENANT_SORT_EXPRESSIONS,
  ticketNumber: 'ticket_number',
  created_at: 'id',
  status: 'status',
}

/** SQL for the sort keys of one module. Within a module, ticket numbers have the same order as ids. */
export const MODULE_SORT_EXPRESSIONS: SortExpressions = {
  ...SORT_EXPRESSIONS,
  ...MAIN_DATE_EXPRESSIONS,
  ticketNumber: 'id',
}

const selectTallies = (db: QueryCreator<DB>, { module }: FilterExpressions<{ module?: string }>) => {
  const countQuery = db
    .selectFrom('ticket_tallies')
    .select(['status', sql<number>`sum(delta)::bigint`.as('n')])
    .groupBy('status')
  return module === undefined ? countQuery : countQuery.where('module', '=', module)
}

const listDeclaration = {
  table: 'tickets',
  id: 't.id',
  conditions: buildListConditions,
  filterConditions: buildFilterConditions,
  orders: ({ module }: FilterExpressions<TicketFilter>) =>
    module === undefined ? SORT_EXPRESSIONS : MODULE_SORT_EXPRESSIONS,
  tallies: selectTallies,
} as const

const ticketsWithAmenity = declareList({ ...listDeclaration, rows: selectTicketRows })
const plainTickets = declareList({ ...listDeclaration, rows: selectPlainRows })

export const getListDeclaration = ({ fields }: TicketModule) =>
  Object.values(fields).some(({ kind }) => kind === 'reference') ? ticketsWithAmenity : plainTickets

/**
 * List of tickets with only the fields that all modules have. Its query needs half the columns and no further
 * joins.
 */
export const ticketsOfAllModules = declareList({ ...listDeclaration, rows: selectListedRows })

export const TICKET_TALLIES = { table: 'ticket_tallies', by: { module: sql`module`, status: sql`status` } }

const findTallies = prepareReadQuery((db, filter: Placeholders<{ module?: string }>) =>
  selectTallies(db, filter),
)

export async function countByStatus(db: DbOrTx, module?: string): Promise<Map<number, number>> {
  return new Map((await findTallies(db, { module })).map(({ status, n }) => [status, n]))
}

type TicketScope = Pick<TicketFilter, 'module' | 'tenantId'>

function selectTickets(db: Kysely<DB>, { module, tenantId }: Placeholders<TicketScope>) {
  let ticketsQuery = selectTicketRows(db)
  if (module !== undefined) ticketsQuery = ticketsQuery.where('t.module', '=', module)
  if (tenantId !== undefined) ticketsQuery = ticketsQuery.where('t.tenant_id', '=', tenantId)
  return ticketsQuery
}

// Separate query, because `findTicketsByIds` with one id would be slower: PostgreSQL plans that query at each
// call, and planning takes longer than reading one row.
const findTicketById = prepareReadQuery((db, params: Placeholders<TicketScope & { id: number }>) =>
  selectTickets(db, params).where('t.id', '=', params.id),
)

const findTicketsByIds = prepareQuery((db, params: Placeholders<TicketScope & { ids: readonly number[] }>) =>
  selectTickets(db, params)
    .where('t.id', '=', sql<number>`any(${params.ids}::bigint[])`)
    .orderBy('t.id', 'desc'),
)

export async function findTicketRow(
  db: DbOrTx,
  id: number,
  { shouldIncludeDeleted, ...scope }: TicketScope & { shouldIncludeDeleted?: boolean } = {},
): Promise<TicketRow | undefined> {
  const [row] = await findTicketById(db, { ...scope, id })
  return row && (shouldIncludeDeleted || row.status !== STATUS.deleted) ? row : undefined
}

export async function listTicketRows(
  db: DbOrTx,
  ids: readonly number[],
  { shouldIncludeDeleted, ...scope }: TicketScope & { shouldIncludeDeleted?: boolean } = {},
): Promise<TicketRow[]> {
  const rows = await findTicketsByIds(db, { ...scope, ids })
  return shouldIncludeDeleted ? rows : rows.filter(({ status }) => status !== STATUS.deleted)
}

const lockTicket = prepareQuery((db, { id, ...given }: Placeholders<TicketScope & { id: number }>) =>
  db
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.and(buildListConditions(given)))
    .forNoKeyUpdate(),
)

export async function lockTicketById(tx: Tx, id: number, scope: TicketScope): Promise<void> {
  await lockTicket(tx, { ...scope, id })
}

// Uses the shared connection of read queries, although it writes. This is safe, because the lock lasts only
// for this query.
const claimNumber = prepareReadQuery((db, counter: Placeholders<Counter>) =>
  buildNextNumberQuery(db, counter, sql`from set_config('synchronous_commit', 'off', true)`).returning(
    sql<number>`nextval(pg_get_serial_sequence('tickets', 'id'))`.as('id'),
  ),
)
export type ClaimedTicket = Awaited<ReturnType<typeof claimTicket>>

/**
 * Claims an id and the next ticket number of the module and year, and computes the due time. A claim locks
 * the module's counter, so it is a short separate transaction, and its commit does not wait for the disk.
 * This is safe: the ticket is committed later, and that commit also writes the claim to the disk. If the
 * ticket is refused later, its number is skipped.
 */
export async function claimTicket(
  db: Db,
  module: TicketModule,
  details: Readonly<Details>,
  timeZone: string,
) {
  const [[claimedRow], dueAt] = await Promise.all([
    claimNumber(db, { module: module.name, prefix: module.prefix, timeZone }),
    findDueTime(db, module, details, timeZone),
  ])
  if (!claimedRow) throw new Error('a claimed ticket number was not returned')
  return { ...claimedRow, dueAt }
}

interface NewTicket extends ClaimedTicket {
  module: string
  tenantId: number
  details: string
  remarks: string
  searchText: string
  postById: number | null
}

type NewTicketNotification = Pick<NotificationInput, 'page' | 'kind' | 'title' | 'message' | 'link'>

const buildTicketInsert = (db: QueryCreator<DB>, row: Placeholders<NewTicket & EventValues>) => {
  const ticket = sql<Selectable<DB['tickets']>>`(
    insert into tickets (id, module, ticket_number, tenant_id, details, search_text, post_by_id, remarks,
      due_at)
    overriding system value values (${row.id}, ${row.module}, ${row.ticketNumber}, ${row.tenantId}, ${row.details},
      lower(${row.ticketNumber}) || E'\\n' || ${row.searchText}, ${row.postById}, ${row.remarks},
      ${row.dueAt})
    returning *)`
  return selectTicketRows(
    addTicketEvent(db, row).with('filed', () => ticket),
    'filed',
  )
}
const insertTicketRow = prepareQuery((db, row: Placeholders<NewTicket & EventValues>) =>
  buildTicketInsert(db, row),
)
const insertTicketWithNotification = prepareQuery(
  (db, row: Placeholders<NewTicket & EventValues & NewTicketNotification>) => {
    const { page, tenantId: subjectTenantId, kind, title, message, link } = row
    return buildTicketInsert(
      addOfficeNotification(db, { page, subjectTenantId, kind, title, message, link }),
      row,
    )
  },
)

export async function insertTicket(
  tx: Tx,
  ticket: NewTicket,
  event: EventValues,
  notice?: NewTicketNotification,
) {
  const insertedRows = notice
    ? await insertTicketWithNotification(tx, { ...ticket, ...event, ...notice })
    : await insertTicketRow(tx, { ...ticket, ...event })
  const [row] = insertedRows
  if (!row) throw new Error('an inserted ticket was not returned')
  return row
}

/** Change of a ticket's status that an entry or exit at the gate causes (rules 24.16). */
export interface GateStep {
  readonly name: string
  readonly at: Date
  /** If true, undoes an earlier status change and clears the time stamp of that status. */
  readonly takesBack: boolean
}

interface TicketChange {
  status: StoredStatus
  details: Record<string, unknown>
  remarks: string
  searchText: string
  /**
   * Administrator who makes this change; stored as the approver if the status becomes 2 for the first time.
   */
  approvedById: number | null
  tenantId?: number
  gate?: GateStep
}

/**
 * Saves a change of a ticket, whose row the caller must have locked. When the ticket gets a status for the
 * first time, stores the time (rules 4.10).
 */
export async function updateTicket(tx: Tx, id: number, change: TicketChange): Promise<void> {
  const { status, approvedById, tenantId, gate } = change
  const selectFirstTime = (column: string) => sql<Date>`coalesce(${sql.ref(column)}, ${gate?.at ?? CLOCK})`
  await tx
    .updateTable('tickets')
    .set({
      ...NEXT_VERSION_COLUMNS,
      status,
      details: JSON.stringify(change.details),
      remarks: change.remarks,
      search_text: sql`lower(ticket_number) || E'\\n' || ${change.searchText}`,
      ...(status === STATUS.approved && {
        approved_at: selectFirstTime('approved_at'),
        approved_by_id: sql`coalesce(approved_by_id, ${approvedById})`,
      }),
      ...(status === STATUS.ongoing && { ongoing_at: selectFirstTime('ongoing_at') }),
      ...(status === STATUS.completed && { completed_at: selectFirstTime('completed_at') }),
      ...(gate?.takesBack && { [status === STATUS.approved ? 'ongoing_at' : 'completed_at']: null }),
      ...(tenantId !== undefined && { tenant_id: tenantId, reminded_start: null }),
    })
    .where('id', '=', id)
    .execute()
}

export async function markTicketAsVerified(tx: Tx, id: number, adminId: number): Promise<void> {
  const verifiedColumns = { verified_at: sql<Date>`clock_timestamp()`, verified_by_id: adminId }
  await tx
    .updateTable('tickets')
    .set({ ...NEXT_VERSION_COLUMNS, ...verifiedColumns })
    .where('id', '=', id)
    .execute()
}

export async function saveAssignee(tx: Tx, id: number, assigneeId: number | null): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ ...NEXT_VERSION_COLUMNS, assignee_id: assigneeId })
    .where('id', '=', id)
    .execute()
}
