import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import type { StoredStatus } from '@tahanan/contract/statuses.ts'
import { prepared, quick } from '../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { inGroup } from '../../platform/db/group-commit.ts'
import {
  countFew,
  eachRow,
  foundRows,
  newestRows,
  searchCondition,
  sortedRows,
} from '../../platform/db/newest-rows.ts'
import type { Condition, ListedTable, Order, Orders, PageOfRows } from '../../platform/db/newest-rows.ts'
import { pageFromBlocks } from './blocks.ts'
import type { EventActor } from './history.ts'
import type { Notice } from './notices.ts'
import type { SearchPatterns } from '../../platform/db/search-text.ts'

/** A ticket as the database gives it, with the names of those it speaks of. */
export interface TicketRow {
  id: number
  module: string
  ticket_number: string
  tenant_id: number
  status: StoredStatus
  version: number
  details: Record<string, unknown>
  remarks: string
  approved_at: Date | null
  approved_by_id: number | null
  ongoing_at: Date | null
  completed_at: Date | null
  verified_at: Date | null
  verified_by_id: number | null
  created_at: Date
  updated_at: Date
  client_code: string
  uoccname: string
  unit_number: string
  approver_name: string | null
  verifier_name: string | null
  amenity_title: string | null
}

export interface TicketFilter {
  /** All modules where none is named (the Services list). */
  readonly module?: string
  /** Only this tenant's: how a resident's read access is enforced. */
  readonly tenantId?: number
  readonly status?: number
  /** As `searchPatterns` reads it. */
  readonly search?: SearchPatterns
}

const COLUMNS = `t.id, t.module, t.ticket_number, t.tenant_id, t.status, t.version, t.details, t.remarks, t.approved_at,
  t.approved_by_id, t.ongoing_at, t.completed_at, t.verified_at, t.verified_by_id, t.created_at, t.updated_at,
  n.client_code, n.uoccname, n.unit_number, p.name as approver_name, v.name as verifier_name, a.title as amenity_title`

const JOINS = `join tenants n on n.id = t.tenant_id
  left join admins p on p.id = t.approved_by_id
  left join admins v on v.id = t.verified_by_id
  left join amenities a on a.id = (t.details ->> 'amenityId')::bigint`

const LISTED: ListedTable = { table: 'tickets', as: 't', columns: COLUMNS, joins: JOINS }

/** The conditions of a filter and their values. The index that answers it is in the migration, one for each combination. */
function conditions(filter: TicketFilter): Condition {
  const values: unknown[] = []
  const parts = ['status <> 0']
  const add = (part: string, value: unknown) => parts.push(part.replace('?', `$${values.push(value)}`))
  if (filter.module !== undefined) add('module = ?', filter.module)
  if (filter.tenantId !== undefined) add('tenant_id = ?', filter.tenantId)
  if (filter.status !== undefined) add('status = ?', filter.status)
  if (filter.search) parts.push(searchCondition(filter.search, (pattern) => `$${values.push(pattern)}`))
  return { where: parts.join(' and '), values, shape: parts.join(',') }
}

/** Main dates are ISO 8601 in UTC, whose text sorts as the time does; migration 0009 has an index for each. */
const MAIN_DATES = Object.fromEntries(
  MODULES.flatMap(({ mainDate }) =>
    mainDate === undefined ? [] : [[mainDate, { by: `t.details ->> '${mainDate}'` }]],
  ),
)

/** The orders of the tickets of all modules. Ids rise with time. */
export const ORDERS: Orders = {
  ticketNumber: { by: 't.ticket_number' },
  clientCode: { by: 'lower(n.client_code)', ofTenant: true },
  clientName: { by: 'lower(n.uoccname)', ofTenant: true },
  created_at: { by: 't.id' },
  status: { by: 't.status' },
}

/** The orders of one module's tickets, whose numbers rise with their ids. */
export const MODULE_ORDERS: Orders = { ...ORDERS, ...MAIN_DATES, ticketNumber: { by: 't.id' } }

/** A page of tickets, newest first or in another order. */
export function listRows(
  db: DbOrTx,
  filter: TicketFilter,
  page: PageOfRows,
  order?: Order,
): Promise<TicketRow[]> {
  if (order) return sortedRows<TicketRow>(db, LISTED, conditions(filter), order, page)
  const farPage: ListedTable['farPage'] = ({ where }, values, wanted) =>
    pageFromBlocks(filter, where, values, wanted)
  // A tenant's tickets are few; blocks are counted for the office's lists.
  const listed = filter.tenantId === undefined && !filter.search ? { ...LISTED, farPage } : LISTED
  return newestRows<TicketRow>(db, listed, conditions(filter), page)
}

/** All tickets of a filter, newest first, a batch at a time. */
export function allRows(db: DbOrTx, filter: TicketFilter): AsyncGenerator<TicketRow[]> {
  return eachRow<TicketRow>(db, LISTED, conditions(filter))
}

/** A page of what a search finds, and how much it finds, up to `LIMITS.searchTotal`. */
export function searchRows(
  db: DbOrTx,
  filter: TicketFilter,
  page: PageOfRows,
  order?: Order,
): Promise<{ rows: TicketRow[]; total: number }> {
  return foundRows<TicketRow>(db, LISTED, conditions(filter), page, order)
}

/** How many tickets each status has, of one module or of all, from the tallies: exact, and the cost of a few rows. */
export async function tallies(db: DbOrTx, module?: string): Promise<Map<number, number>> {
  const rows = module
    ? await quick<{ status: number; n: number }>(
        db,
        'tickets.tallies',
        'select status, sum(delta)::bigint as n from ticket_tallies where module = $1 group by status',
        [module],
      )
    : await quick<{ status: number; n: number }>(
        db,
        'tickets.tallies-all',
        'select status, sum(delta)::bigint as n from ticket_tallies group by status',
      )
  return new Map(rows.map(({ status, n }) => [status, n]))
}

/** How many tickets match, counted: for one tenant's, which are few. */
export function countRows(db: DbOrTx, filter: TicketFilter): Promise<number> {
  return countFew(db, LISTED, conditions(filter))
}

/** One ticket by its id, of this module and of this tenant where they are given; deleted ones only when asked for. */
export async function findRow(
  db: DbOrTx,
  id: number,
  filter: { module?: string; tenantId?: number; deleted?: boolean } = {},
): Promise<TicketRow | undefined> {
  const rows = await quick<TicketRow>(
    db,
    'tickets.find',
    `select ${COLUMNS} from tickets t ${JOINS} where t.id = $1 and ($2::text is null or t.module = $2)
      and ($3::bigint is null or t.tenant_id = $3) and (t.status <> 0 or $4)`,
    [id, filter.module ?? null, filter.tenantId ?? null, filter.deleted ?? false],
  )
  return rows[0]
}

/** Tickets by their ids, newest first; the deleted too where live channels must be told. */
export async function findRows(
  db: DbOrTx,
  ids: readonly number[],
  filter: { module?: string; deleted?: boolean } = {},
): Promise<TicketRow[]> {
  return prepared<TicketRow>(
    db,
    'tickets.find-many',
    `select ${COLUMNS} from tickets t ${JOINS} where t.id = any($1::bigint[]) and ($2::text is null or t.module = $2)
      and (t.status <> 0 or $3) order by t.id desc`,
    [ids, filter.module ?? null, filter.deleted ?? false],
  )
}

/** Locks a ticket against other changes until the transaction ends; false where there is none such. */
export async function lockRow(
  tx: Tx,
  id: number,
  filter: { module: string; tenantId?: number },
): Promise<boolean> {
  const rows = await prepared<{ id: number }>(
    tx,
    'tickets.lock',
    `select id from tickets where id = $1 and module = $2 and ($3::bigint is null or tenant_id = $3) and status <> 0 for no key update`,
    [id, filter.module, filter.tenantId ?? null],
  )
  return rows.length > 0
}

export interface NewTicket {
  module: TicketModule
  tenantId: number
  details: Record<string, unknown>
  remarks?: string
  /** Behind the number, from `ticketSearchText`. */
  searchText: string
  postById: number | null
  timeZone: string
  /** Actor of the filing in the history. */
  filedBy: EventActor
  /** Notification to administrators; `FILED` stands for values that only the database knows. Null where nobody is told. */
  notice: Notice | null
}

/** Private-use characters in a notice, for which the new ticket's number and id are put in. */
export const FILED = { ticketNumber: '\uE000', id: '\uE001' } as const

/**
 * Inserts a ticket with status 1 and the next number of its module and community year, the first line of its history, and what is told
 * of it (as `recordEvent`, `notifyPage` and `tell` write it): one statement, because the counter's row stays locked until the
 * transaction ends and everybody who files one of the module waits for it; those who wait here are committed together. So a
 * number is never given twice and a refused ticket leaves no gap. Answers the ticket.
 */
export async function insertTicket(db: DbOrTx, ticket: NewTicket): Promise<TicketRow> {
  const rows = await inGroup<TicketRow>(
    db,
    ticket.module.name,
    'tickets.insert',
    `with counter as (
      insert into ticket_counters as c (module, year, last)
      values ($1, extract(year from clock_timestamp() at time zone $2), 1)
      on conflict (module, year) do update set last = c.last + 1
      returning year, last
    ), number as (
      select $3 || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as ticket_number from counter
    ), ticket as (
      insert into tickets (module, ticket_number, tenant_id, details, search_text, post_by_id, remarks)
      select $1, ticket_number, $4, $5, lower(ticket_number) || E'\\n' || $6, $7, $15 from number
      returning *
    ), event as (
      insert into ticket_events (ticket_id, actor_area, actor_id, actor_name, from_status, to_status, fields, remark)
      select id, $8, $9, $10, null, status, '{}', nullif(remarks, '') from ticket
    ), notification as (
      insert into notifications (area, page, subject_tenant_id, title, message, link)
      select 'admin', $11, tenant_id, $12, replace($13, '${FILED.ticketNumber}', ticket_number), replace($14, '${FILED.id}', id::text)
      from ticket where $12::text is not null
      returning id
    ), told as (
      insert into outbox (topic, payload)
      select 'notification', jsonb_build_object('id', id) from notification
      union all select 'ticket', jsonb_build_object('id', id) from ticket
    )
    select ${COLUMNS} from ticket t ${JOINS}`,
    [
      ticket.module.name,
      ticket.timeZone,
      ticket.module.prefix,
      ticket.tenantId,
      JSON.stringify(ticket.details),
      ticket.searchText,
      ticket.postById,
      ticket.filedBy.area,
      ticket.filedBy.id,
      ticket.filedBy.name,
      ticket.module.permission,
      ticket.notice?.title ?? null,
      ticket.notice?.message ?? null,
      ticket.notice?.link ?? null,
      ticket.remarks ?? '',
    ],
  )
  const [row] = rows
  if (!row) throw new Error('an inserted ticket was not returned')
  return row
}

export interface TicketChange {
  status: StoredStatus
  details: Record<string, unknown>
  remarks: string
  searchText: string
  /** The administrator who moves it into status 2 for the first time. */
  approvedById: number | null
}

/** Saves a change of a locked ticket. Stamps are the database's clock, set on the first change into a status (rules 4.10). */
export async function updateTicket(tx: Tx, id: number, change: TicketChange): Promise<void> {
  await prepared(
    tx,
    'tickets.update',
    `update tickets set status = $2::smallint, details = $3, remarks = $4,
      search_text = lower(ticket_number) || E'\\n' || $5, version = version + 1,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms'),
      approved_at = case when $2::smallint = 2 then coalesce(approved_at, clock_timestamp()) else approved_at end,
      approved_by_id = case when $2::smallint = 2 then coalesce(approved_by_id, $6::bigint) else approved_by_id end,
      ongoing_at = case when $2::smallint = 3 then coalesce(ongoing_at, clock_timestamp()) else ongoing_at end,
      completed_at = case when $2::smallint = 4 then coalesce(completed_at, clock_timestamp()) else completed_at end
    where id = $1`,
    [
      id,
      change.status,
      JSON.stringify(change.details),
      change.remarks,
      change.searchText,
      change.approvedById,
    ],
  )
}

/** Marks a locked ticket as verified. */
export async function verifyTicket(tx: Tx, id: number, adminId: number): Promise<void> {
  await prepared(
    tx,
    'tickets.verify',
    `update tickets set verified_at = clock_timestamp(), verified_by_id = $2, version = version + 1,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms') where id = $1`,
    [id, adminId],
  )
}
