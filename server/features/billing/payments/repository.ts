import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { PAYMENT_SORTS } from '@tahanan/contract/sorting.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { prepared } from '../../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import {
  countFew,
  eachRow,
  foundRows,
  newestRows,
  searchCondition,
  sortedRows,
} from '../../../platform/db/lists/newest-rows.ts'
import type {
  Condition,
  ListedTable,
  Order,
  Orders,
  PageOfRows,
} from '../../../platform/db/lists/newest-rows.ts'
import type { SearchPatterns } from '../../../platform/db/lists/search-patterns.ts'

/** A payment as the database gives it, with the names of those it speaks of. */
export interface PaymentRow {
  id: number
  reference_number: string
  tenant_id: number
  client_code: string
  uoccname: string
  unit_number: string
  type: number
  status: number
  soa_amount: number
  soa_date: Date | null
  amount_paid: number
  currency: string
  invoice_number: string
  invoice_date: Date | null
  transaction_date: Date | null
  email: string
  images: FileRef[]
  message: string
  remarks: string
  return_url: string | null
  txn_id: string | null
  gateway_reference: string | null
  outsource_status: string | null
  gateway_method: string | null
  gateway_amount: number | null
  gateway_fee: number | null
  settled_at: Date | null
  set_aside: string | null
  sandbox: boolean
  verified_date: Date | null
  verified_by_id: number | null
  verifier_name: string | null
  posted_date: Date | null
  posted_by_id: number | null
  poster_name: string | null
  receipt_number: string | null
  created_at: Date
  updated_at: Date
  reservation_id: number | null
  reservation_number: string | null
  reservation_status: number | null
  reservation_title: string | null
  reservation_start: string | null
  reservation_end: string | null
  amenity_title: string | null
}

export interface PaymentFilter {
  /** Only this tenant's: how a resident's read access is enforced. */
  readonly tenantId?: number | undefined
  /** 2 finds created ones too: they are displayed as for verification (rules 8.1). */
  readonly status?: number | undefined
  /** As `searchPatterns` reads it. */
  readonly search?: SearchPatterns | undefined
}

const COLUMNS = `p.id, p.reference_number, p.tenant_id, n.client_code, n.uoccname, n.unit_number, p.type, p.status,
  p.soa_amount, p.soa_date, p.amount_paid, p.currency, p.invoice_number, p.invoice_date, p.transaction_date, p.email,
  p.images, p.message, p.remarks, p.return_url, p.txn_id, p.gateway_reference, p.outsource_status, p.gateway_method,
  p.gateway_amount, p.gateway_fee, p.settled_at, p.set_aside, p.sandbox, p.verified_date, p.verified_by_id,
  v.name as verifier_name, p.posted_date, p.posted_by_id, o.name as poster_name, p.receipt_number,
  p.created_at, p.updated_at, p.reservation_id, t.ticket_number as reservation_number, t.status as reservation_status,
  t.details ->> 'title' as reservation_title, t.details ->> 'startTime' as reservation_start,
  t.details ->> 'endTime' as reservation_end, a.title as amenity_title`

const JOINS = `join tenants n on n.id = p.tenant_id
  left join admins v on v.id = p.verified_by_id
  left join admins o on o.id = p.posted_by_id
  left join tickets t on t.id = p.reservation_id
  left join amenities a on a.id = (t.details ->> 'amenityId')::bigint`

const LISTED: ListedTable = { table: 'payments', as: 'p', columns: COLUMNS, joins: JOINS }

/** The conditions of a filter and their values. Each combination that the office uses has an index in the migration. */
function conditions(filter: PaymentFilter): Condition {
  const values: unknown[] = []
  const value = (item: unknown) => `$${values.push(item)}`
  // The status stands in the text itself: whether an order of its own is right for it depends on how many have it, which a
  // plan made for any status would not know.
  const parts = [filter.status === undefined ? 'status <> 0' : inStatus(filter.status)]
  if (filter.tenantId !== undefined) parts.push(`tenant_id = ${value(filter.tenantId)}`)
  if (filter.search) parts.push(searchCondition(filter.search, value))
  return { where: parts.join(' and '), values, shape: parts.join(',') }
}

function inStatus(status: number): string {
  if (!Number.isInteger(status)) throw new RangeError(`no such payment status: ${status}`)
  return status === PAYMENT_STATUS.forVerification ? 'status in (1, 2)' : `status <> 0 and status = ${status}`
}

/** Ids rise with time. Every payment has a transaction date. */
export const ORDERS: Readonly<Record<(typeof PAYMENT_SORTS)[number], Orders[string]>> = {
  referenceNumber: { by: 'p.reference_number' },
  clientCode: { by: 'lower(n.client_code)', ofTenant: true },
  clientName: { by: 'lower(n.uoccname)', ofTenant: true },
  created_at: { by: 'p.id' },
  transactionDate: { by: 'p.transaction_date' },
  status: { by: 'p.status' },
}

/** A page of payments, newest first or in another order. */
export function listRows(
  db: DbOrTx,
  filter: PaymentFilter,
  page: PageOfRows,
  order?: Order,
): Promise<PaymentRow[]> {
  return order
    ? sortedRows<PaymentRow>(db, LISTED, conditions(filter), order, page)
    : newestRows<PaymentRow>(db, LISTED, conditions(filter), page)
}

/** All payments of a filter, newest first, a batch at a time. */
export function allRows(db: DbOrTx, filter: PaymentFilter): AsyncGenerator<PaymentRow[]> {
  return eachRow<PaymentRow>(db, LISTED, conditions(filter))
}

/** A page of what a search finds, and how much it finds, up to `LIMITS.searchTotal`. */
export function searchRows(
  db: DbOrTx,
  filter: PaymentFilter,
  page: PageOfRows,
  order?: Order,
): Promise<{ rows: PaymentRow[]; total: number }> {
  return foundRows<PaymentRow>(db, LISTED, conditions(filter), page, order)
}

/** Returns the payments of each status from the tallies: exact, at the cost of a few rows. */
export async function tallies(db: DbOrTx): Promise<Map<number, number>> {
  const rows = await prepared<{ status: number; n: number }>(
    db,
    'payments.tallies',
    'select status, sum(delta)::bigint as n from payment_tallies group by status',
  )
  return new Map(rows.map(({ status, n }) => [status, n]))
}

/** Counts the matching payments: for one tenant's, which are few. */
export function countRows(db: DbOrTx, filter: PaymentFilter): Promise<number> {
  return countFew(db, LISTED, conditions(filter))
}

/** Payments by their ids, newest first, of this tenant where it is given; the deleted only when asked for. */
export async function findRows(
  db: DbOrTx,
  ids: readonly number[],
  filter: { tenantId?: number | undefined; deleted?: boolean } = {},
): Promise<PaymentRow[]> {
  return prepared<PaymentRow>(
    db,
    'payments.find',
    `select ${COLUMNS} from payments p ${JOINS} where p.id = any($1::bigint[])
      and ($2::bigint is null or p.tenant_id = $2) and (p.status <> 0 or $3) order by p.id desc`,
    [ids, filter.tenantId ?? null, filter.deleted ?? false],
  )
}

/** One payment by its id; see `findRows`. */
export async function findRow(
  db: DbOrTx,
  id: number,
  filter: { tenantId?: number | undefined; deleted?: boolean } = {},
): Promise<PaymentRow | undefined> {
  return (await findRows(db, [id], filter))[0]
}

/** The payment, locked against other changes until the transaction ends; undefined where there is none such. */
export async function lockPayment(
  tx: Tx,
  id: number,
  filter: { deleted?: boolean } = {},
): Promise<PaymentRow | undefined> {
  const locked = await prepared<{ id: number }>(
    tx,
    'payments.lock',
    'select id from payments where id = $1 and (status <> 0 or $2) for no key update',
    [id, filter.deleted ?? false],
  )
  // Read in a statement of its own: what was waited for is only seen by the next one.
  return locked.length > 0 ? findRow(tx, id, filter) : undefined
}
