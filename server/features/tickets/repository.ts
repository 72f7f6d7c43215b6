import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import type { Status, StoredStatus } from '@tahanan/contract/statuses.ts'
import { prepared, quick } from '../../platform/db/client.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import {
  countFew,
  eachRow,
  foundRows,
  newestRows,
  searchCondition,
  sortedRows,
} from '../../platform/db/lists/newest-rows.ts'
import type {
  Condition,
  ListedTable,
  Order,
  Orders,
  PageOfRows,
} from '../../platform/db/lists/newest-rows.ts'
import { pageFromBlocks } from './blocks.ts'
import type { SearchPatterns } from '../../platform/db/lists/search-patterns.ts'

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
  readonly status?: Status
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

/** Returns the tickets of each status, of one module or of all, from the tallies: exact, at the cost of a few rows. */
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

/** Counts the matching tickets: for one tenant's, which are few. */
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

export interface ClaimedTicket {
  readonly id: number
  readonly ticketNumber: string
}

/**
 * Claims an id and the next ticket number of a module and community year, at the database's clock. Claims lock the module's
 * counter, so this is a transaction of its own, and its commit does not wait for the disk: the ticket's comes later in
 * the log, so no ticket outlives its claim. The number of a ticket that is then refused is skipped.
 */
export async function claimTicket(db: Db, module: TicketModule, timeZone: string): Promise<ClaimedTicket> {
  const [claimed] = await quick<ClaimedTicket>(
    db,
    'tickets.claim',
    `insert into ticket_counters as c (module, year, last)
     select $1, extract(year from clock_timestamp() at time zone $2), 1
     from set_config('synchronous_commit', 'off', true)
     on conflict (module, year) do update set last = c.last + 1
     returning nextval(pg_get_serial_sequence('tickets', 'id')) as id,
       $3 || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as "ticketNumber"`,
    [module.name, timeZone, module.prefix],
  )
  if (!claimed) throw new Error('a claimed ticket number was not returned')
  return claimed
}

export interface NewTicket extends ClaimedTicket {
  module: TicketModule
  tenantId: number
  details: Record<string, unknown>
  remarks?: string
  /** Behind the number, from `ticketSearchText`. */
  searchText: string
  postById: number | null
}

/** Inserts a ticket with status 1. */
export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<void> {
  await prepared(
    tx,
    'tickets.insert',
    `insert into tickets (id, module, ticket_number, tenant_id, details, search_text, post_by_id, remarks)
     overriding system value values ($1, $2, $3, $4, $5, lower($3) || E'\\n' || $6, $7, $8)`,
    [
      ticket.id,
      ticket.module.name,
      ticket.ticketNumber,
      ticket.tenantId,
      JSON.stringify(ticket.details),
      ticket.searchText,
      ticket.postById,
      ticket.remarks ?? '',
    ],
  )
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
