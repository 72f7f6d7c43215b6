import { expressionBuilder, sql, type InferResult, type Kysely, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, DELETED_STATUS, joinSqlLiterals } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { PAYMENT_TEXT, buildSearchCondition } from '#platform/db/lists/build-search-condition.ts'
import {
  declareList,
  TENANT_SORT_EXPRESSIONS,
  type SortExpressions,
} from '#platform/db/lists/declare-list.ts'
import { buildCommonConditions, buildDaysConditions, type RowFilter } from '#platform/db/lists/row-filter.ts'
import type { SearchPatterns } from '#platform/db/lists/search-patterns.ts'
import { prepareReadQuery, type FilterExpressions, type Placeholders } from '#platform/db/prepare-query.ts'
import type { UnpostedPayments } from '@tahanan/contract/billing/answers.ts'
import {
  FAILED_STATUS_CODES,
  getStatusCodes,
  REFUNDED_STATUS_CODES,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_STATUS, ONLINE_PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { PAYMENT_SORTS } from '@tahanan/contract/sorting.ts'
import { selectMoneyDay } from './select-money-day.ts'

/** Tax withheld from a payment (rules 19.3). */
export interface Withholding {
  /** Pesos. */
  readonly amount: number
  readonly taxCode: string
  /** Period of the withheld tax, as days in the format `YYYY-MM-DD`. */
  readonly periodFrom: string
  readonly periodTo: string
  readonly certificate: readonly FileRef[]
}

const REJECTED = sql.lit(PAYMENT_STATUS.rejected)
const PAID_STATUS_CODES = joinSqlLiterals(...getStatusCodes('paid'))

/**
 * Condition: the payment is rejected. False for a payment with status `rejected` that its gateway reported as
 * failed and later as paid, until the office decides (rules 8.17, 8.41). A remark that leaves it rejected is
 * also a decision. If the office had rejected the payment before, its rejection remains in force.
 */
const isRejected = (alias: 'p' | 'd') => sql<boolean>`(${sql.ref(`${alias}.status`)} = ${REJECTED}
  and not (coalesce(${sql.ref(`${alias}.outsource_status`)}, '') in (${PAID_STATUS_CODES}) and coalesce((
    select e.actor_area from payment_events e
    where e.payment_id = ${sql.ref(`${alias}.id`)} and e.to_status = ${REJECTED}
      and (e.from_status <> ${REJECTED} or e.actor_area = 'admin' and e.from_outsource in (${PAID_STATUS_CODES}))
    order by e.id desc limit 1), '') = 'gateway'))`

/** Condition: `p` is rejected. False for a payment paid after a failure, until the office decides. */
export const IS_REJECTED = isRejected('p')

// Active payments of which `p` may be a duplicate (rules 8.36, 8.43).
const duplicateNumbers = sql<
  { number: string; tenantId: number }[]
>`case when p.duplicate_of = '{}' then '[]' else (
  select coalesce(
    jsonb_agg(jsonb_build_object('number', d.reference_number, 'tenantId', d.tenant_id) order by d.id), '[]')
  from payments d where d.id = any(p.duplicate_of) and d.status <> ${DELETED_STATUS} and not ${isRejected('d')}) end`

// Charge that `p` selects to settle (rules 16.16). It is a sub-select and not a join, because the planner
// reorders at most eight joins.
const charge = sql<{
  id: number
  label: string
  date: string
} | null>`case when p.charge_id is not null then (
  select jsonb_build_object('id', c.id, 'label', c.label, 'date', c.date)
  from ledger_entries c where c.id = p.charge_id) end`
const withholding = sql<
  (Withholding & { receivedAt: string | null }) | null
>`(select jsonb_build_object('amount', w.amount, 'taxCode', w.tax_code, 'periodFrom', w.period_from,
    'periodTo', w.period_to, 'certificate', w.certificate, 'receivedAt', w.received_at)
  from withholdings w where w.payment_id = p.id)`

const selectPaymentRows = (db: Kysely<DB>) =>
  db
    .selectFrom('payments as p')
    .innerJoin('tenants as n', 'n.id', 'p.tenant_id')
    .leftJoin('admins as v', 'v.id', 'p.verified_by_id')
    .leftJoin('admins as o', 'o.id', 'p.posted_by_id')
    .leftJoin('payment_reversals as r', 'r.payment_id', 'p.id')
    .leftJoin('tickets as t', 't.id', 'p.reservation_id')
    .leftJoin('amenities as a', (join) => join.on('a.id', '=', sql`(t.details ->> 'amenityId')::bigint`))
    .select(['p.id', 'p.reference_number', 'p.tenant_id', 'n.client_code', 'n.uoccname', 'n.unit_number'])
    .select(['p.type', 'p.status', 'p.soa_amount', 'p.soa_date', 'p.amount_paid', 'p.currency'])
    .select(['p.invoice_number', 'p.invoice_date', 'p.transaction_date', 'p.email', 'p.images', 'p.proof'])
    .select(['p.message', 'p.remarks', 'p.return_url', 'p.txn_id', 'p.set_aside', 'p.sandbox'])
    .select(['p.outsource_status', 'p.gateway_reference', 'p.gateway_method', 'p.gateway_amount'])
    .select([
      'p.bank',
      'p.bank_reference',
      'p.cheque_date',
      'p.receipt_number',
      'r.kind as reversal',
      'r.at as reversed_at',
    ])
    .select([duplicateNumbers.as('duplicates'), withholding.as('withholding'), charge.as('charge')])
    .select(['p.verified_date', 'p.verified_by_id', 'v.name as verifier_name', 'p.post_by_id'])
    .select(['p.posted_date', 'p.posted_by_id', 'o.name as poster_name', 'p.created_at', 'p.updated_at'])
    .select([
      'p.pays_dues',
      'p.reservation_id',
      't.ticket_number as reservation_number',
      't.status as reservation_status',
      't.tenant_id as reservation_tenant_id',
    ])
    .select([
      sql<string | null>`t.details ->> 'title'`.as('reservation_title'),
      sql<string | null>`t.details ->> 'startTime'`.as('reservation_start'),
      sql<string | null>`t.details ->> 'endTime'`.as('reservation_end'),
      'a.title as amenity_title',
    ])
export type PaymentRow = InferResult<ReturnType<typeof selectPaymentRows>>[number]

export interface PaymentFilter extends SearchPatterns {
  readonly tenantId?: number
}

// The creation time is sorted by id, which has the same order and an index. `transaction_date` is never null, so
// no order of nulls is needed.
const SORT_EXPRESSIONS: SortExpressions<(typeof PAYMENT_SORTS)[number]> = {
  ...TENANT_SORT_EXPRESSIONS,
  referenceNumber: 'reference_number',
  created_at: 'id',
  transactionDate: 'transaction_date',
  status: 'status',
}

/** Converts the filters of a list to SQL conditions (rules 13.29). */
function toFilterConditions(rowFilter: RowFilter): RawBuilder<boolean>[] {
  return [
    ...buildCommonConditions(rowFilter),
    ...buildDaysConditions(
      sql.ref(rowFilter.days?.mainDate ? 'transaction_date' : 'created_at'),
      rowFilter.days ?? {},
    ),
    ...(rowFilter.type === undefined ? [] : [sql<boolean>`type = ${rowFilter.type}::smallint`]),
  ]
}

const selectTallies = (db: Kysely<DB>) =>
  db
    .selectFrom('payment_tallies')
    .select(['status', sql<number>`sum(delta)::bigint`.as('n')])
    .groupBy('status')

// Declares the list of payments with one status. The status is written into the SQL text, so that the planner
// knows how many rows have it.
function declarePaymentList(status: number | null) {
  const eb = expressionBuilder<DB, 'payments'>()
  const statusConditions =
    status === PAYMENT_STATUS.forVerification
      ? [eb('status', 'in', [eb.lit(PAYMENT_STATUS.created), eb.lit(PAYMENT_STATUS.forVerification)])]
      : [eb('status', '<>', DELETED_STATUS), ...(status === null ? [] : [eb('status', '=', eb.lit(status))])]
  return declareList({
    table: 'payments',
    rows: selectPaymentRows,
    id: 'p.id',
    // Each combination of conditions that the office uses has an index.
    conditions: ({ tenantId, ...search }: FilterExpressions<PaymentFilter>) => [
      ...statusConditions,
      ...(tenantId === undefined ? [] : [eb('tenant_id', '=', tenantId)]),
      ...(search.tenants === undefined ? [] : [buildSearchCondition(search, PAYMENT_TEXT)]),
    ],
    filterConditions: toFilterConditions,
    orders: () => SORT_EXPRESSIONS,
    tallies: selectTallies,
  })
}

const lists = new Map<number | null, ReturnType<typeof declarePaymentList>>()

/**
 * Returns the list of payments with a status; null means all. Status 2 includes created payments, which are
 * displayed as for verification (rules 8.1).
 */
export function getPaymentList(status: number | null): ReturnType<typeof declarePaymentList> {
  const list = lists.get(status) ?? declarePaymentList(status)
  lists.set(status, list)
  return list
}

export const PAYMENT_TALLIES = { table: 'payment_tallies', by: { status: sql`status` } }

export async function countByStatus(db: DbOrTx): Promise<Map<number, number>> {
  return new Map((await listTallies(db, {})).map(({ status, n }) => [status, n]))
}

const listTallies = prepareReadQuery((db) => selectTallies(db))

interface RowOptions {
  readonly tenantId?: number | undefined
  readonly includesDeleted?: boolean
}

export async function findPaymentRows(
  db: DbOrTx,
  ids: readonly number[],
  { tenantId, includesDeleted = false }: RowOptions = {},
): Promise<PaymentRow[]> {
  let rows = selectPaymentRows(db).where('p.id', '=', buildAnyOfIds(ids))
  if (tenantId !== undefined) rows = rows.where('p.tenant_id', '=', tenantId)
  if (!includesDeleted) rows = rows.where('p.status', '<>', DELETED_STATUS)
  return rows.orderBy('p.id', 'desc').execute()
}

export async function findPaymentRow(
  db: DbOrTx,
  id: number,
  options: RowOptions = {},
): Promise<PaymentRow | undefined> {
  return (await findPaymentRows(db, [id], options))[0]
}

export async function lockPayment(
  tx: Tx,
  id: number,
  options: RowOptions = {},
): Promise<PaymentRow | undefined> {
  await tx.selectFrom('payments').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  // Reads the row with a second query. The first query may have waited for the lock; only a new query sees
  // what was committed meanwhile.
  return findPaymentRow(tx, id, options)
}

/** Evaluates `IS_REJECTED` for one payment. The caller must hold its row lock. */
export async function isPaymentRejected(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('payments as p')
    .select(IS_REJECTED.as('isRejected'))
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
  return row.isRejected
}

const REFUSED_STATUS_CODES = [...FAILED_STATUS_CODES, ...REFUNDED_STATUS_CODES]

// Condition: `p` counts as paid. Either the gateway reported it as paid, or the office verified or posted it
// and the gateway has reported no failure. Payments that are not online always count.
const COUNTS_AS_PAID = sql<boolean>`(p.type not in (${joinSqlLiterals(...ONLINE_PAYMENT_TYPES)})
  or p.outsource_status in (${PAID_STATUS_CODES})
  or p.status in (${joinSqlLiterals(PAYMENT_STATUS.verified, PAYMENT_STATUS.posted)})
    and coalesce(p.outsource_status, '') not in (${joinSqlLiterals(...REFUSED_STATUS_CODES)}))`

// Includes `rejected`, because its gateway may have reported a rejected payment as paid later
// (`IS_REJECTED`).
const UNPOSTED_STATUSES = [
  sql.lit(PAYMENT_STATUS.forVerification),
  sql.lit(PAYMENT_STATUS.verified),
  sql.lit(PAYMENT_STATUS.rejected),
]

/**
 * Sums the payments of a tenant that are not posted yet. A cheque counts only from its date on (rules 15.24).
 */
export async function sumSentPayments(
  db: DbOrTx,
  sender: SentPaymentsFilter,
): Promise<Static<typeof UnpostedPayments>> {
  const [sentTotals] = await sumSentPaymentsOfTenant(db, sender)
  const latestPayment = sentTotals?.latest ?? null
  return {
    count: sentTotals?.count ?? 0,
    amount: sentTotals?.amount ?? 0,
    latest: latestPayment && { ...latestPayment, created_at: new Date(latestPayment.created_at) },
  }
}

interface SentPaymentsFilter {
  readonly tenantId: number
  readonly timeZone: string
}

const sumSentPaymentsOfTenant = prepareReadQuery(
  (db, { tenantId, timeZone }: Placeholders<SentPaymentsFilter>) =>
    db
      .selectFrom('payments as p')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.coalesce(fn.sum<number>('p.amount_paid'), sql<number>`0`).as('amount'),
        sql<
          UnpostedPayments['latest']
        >`(array_agg(jsonb_build_object('id', p.id, 'type', p.type, 'status', p.status,
        'created_at', p.created_at) order by p.id desc))[1]`.as('latest'),
      ])
      .where('p.tenant_id', '=', tenantId)
      .where('p.status', 'in', UNPOSTED_STATUSES)
      .where(({ not }) => not(IS_REJECTED))
      .where('p.pays_dues', 'is', true)
      .where(COUNTS_AS_PAID)
      .where(sql<boolean>`coalesce(p.cheque_date <= (now() at time zone ${timeZone})::date, true)`),
)

/**
 * Lists the tenant's other active payments that have the same amount and day as the payment, latest first
 * (rules 8.40).
 */
export async function listSimilarPayments(tx: Tx, id: number, timeZone: string) {
  const day = selectMoneyDay(timeZone)
  const paymentQuery = sql`select p.tenant_id, p.amount_paid, ${day} as day from payments p where p.id = ${id}`
  const { rows } = await sql<
    Pick<PaymentRow, 'id' | 'reference_number' | 'amount_paid' | 'type' | 'status' | 'outsource_status'> & {
      day: string
    }
  >`
    select p.id, p.reference_number, p.amount_paid, p.type, p.status, p.outsource_status, made.day from payments p, (${paymentQuery}) made
    where p.tenant_id = made.tenant_id and p.id <> ${id} and p.amount_paid = made.amount_paid
      and ${day} = made.day and p.status <> ${DELETED_STATUS} and not ${IS_REJECTED} and ${COUNTS_AS_PAID}
      and not exists (select from payment_reversals r where r.payment_id = p.id)
    order by p.id desc`.execute(tx)
  return rows
}

/**
 * Marks an online payment as a possible duplicate of the payments that `listSimilarPayments` finds. Also
 * marks the online payments among the found ones as possible duplicates of the first payment (rules 8.43).
 */
export async function markPossibleDuplicates(
  tx: Tx,
  { id, tenant_id }: PaymentRow,
  timeZone: string,
): Promise<void> {
  // The lock serializes simultaneous payments of a tenant, so that the later one finds the earlier one.
  await sql`select pg_advisory_xact_lock(hashtext(${`tahanan.paid ${tenant_id}`}))`.execute(tx)
  const similarPayments = await listSimilarPayments(tx, id, timeZone)
  if (similarPayments.length === 0) return
  const ids = similarPayments.map((payment) => payment.id)
  await addDuplicates(tx, ids, sql<boolean>`p.id = ${id}`)
  // Payments that another transaction has locked are skipped. Such a payment is being processed at the same
  // moment, and its own transaction finds the payment `id`.
  const isOtherOnlinePayment = sql<boolean>`p.id = any(${ids}::bigint[]) and p.type in (${joinSqlLiterals(...ONLINE_PAYMENT_TYPES)})
    and p.status <> ${sql.lit(PAYMENT_STATUS.posted)}`
  await addDuplicates(tx, [id], isOtherOnlinePayment)
}

const addDuplicates = (tx: Tx, ids: readonly number[], to: RawBuilder<boolean>) =>
  sql`update payments set duplicate_of = array(select distinct unnest(duplicate_of || ${ids}::bigint[]) order by 1)
    where id in (select p.id from payments p where ${to} for no key update skip locked)`.execute(tx)
