import { sql, type RawBuilder } from 'kysely'
import { selectMoneyDay } from '#features/payments/select-money-day.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { secondsAgo, joinSqlLiterals, DELETED_STATUS } from '#platform/db/expressions.ts'
import { BANK_LINE_STATUS } from '@tahanan/contract/billing/bank.ts'
import { PAYMENT_TYPE, PAYMENT_STATUS, ONLINE_PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'

export interface MatchPair {
  readonly lineId: number
  readonly paymentId: number
  /** Reason why the portal matched a bank line with a payment; null if an administrator did it. */
  readonly reason: string | null
}

// Maximum number of days between a bank line and its payment. AMOUNT_MATCH_DAYS applies if only the amounts are
// equal; REFERENCE_MATCH_DAYS applies if a reference is equal too.
const REFERENCE_MATCH_DAYS = 92
const AMOUNT_MATCH_DAYS = 5
// A word of a tenant's name in a bank line may show whose payment it is, but not if more than this many
// payments with the same amount have the word.
const MAX_PAYMENTS_PER_WORD = 20

const CASH = sql.lit(PAYMENT_TYPE.cash)
const GATEWAYS = joinSqlLiterals(...ONLINE_PAYMENT_TYPES)
const CREATED = sql.lit(PAYMENT_STATUS.created)
const FOR_VERIFICATION = sql.lit(PAYMENT_STATUS.forVerification)
const VERIFIED = sql.lit(PAYMENT_STATUS.verified)
const POSTED = sql.lit(PAYMENT_STATUS.posted)
const REJECTED = sql.lit(PAYMENT_STATUS.rejected)

const isReversed = sql`exists (select from payment_reversals r where r.payment_id = p.id)`

/**
 * SQL condition: payment `p` is not in cash and not simulated (sandbox), is not reversed, and no bank line is
 * matched with it.
 */
export const hasNoBankLine = sql<boolean>`(p.type <> ${CASH} and p.amount_paid > 0 and not p.sandbox
  and not ${isReversed} and not exists (select from bank_lines b where b.payment_id = p.id))`

/**
 * SQL condition: payment `p` can be matched with a bank line. Its date is not in the future, and it is
 * verified or can be verified without a review. Payments that need a remark or a proof must first be verified
 * on the Payments page (rules 8.17, 8.31, 8.32, 8.38).
 */
export const isMatchable = (
  timeZone: string,
) => sql<boolean>`(${hasNoBankLine} and p.status between ${CREATED} and ${POSTED}
  and ${selectMoneyDay(timeZone)} <= (clock_timestamp() at time zone ${timeZone})::date
  and (p.status in (${VERIFIED}, ${POSTED}) or p.set_aside is null
    and (p.type not in (${GATEWAYS}) or p.outsource_status = 'S')
    and (p.status = ${FOR_VERIFICATION} or p.type in (${GATEWAYS}))
    and (p.bank_reference = '' or not exists (select from payments o
      where o.id <> p.id and o.status not in (${DELETED_STATUS}, ${REJECTED})
      and o.bank_reference <> '' and lower(o.bank_reference) = lower(p.bank_reference)
      and lower(o.bank) = lower(p.bank)
      and not exists (select from payment_reversals r where r.payment_id = o.id)))))`

/**
 * SQL that normalizes a reference for comparison: lower-case letters and digits without leading zeros; null
 * if nothing is left.
 */
export const normalizeReference = (column: string) =>
  sql`nullif(ltrim(regexp_replace(lower(${sql.ref(column)}), '[^a-z0-9]', '', 'g'), '0'), '')`

const isNear = (day: string, days: number) =>
  sql`${sql.ref(day)} between l.date - ${sql.lit(days)} and l.date + ${sql.lit(days)}`

/**
 * SQL of four subqueries: unmatched bank lines (`lines`), valid payments with the same amounts (`living`),
 * the references of these payments (`keys`), and pairs with equal references (`same`). The column `free`
 * tells whether the payment may be matched.
 */
const buildComparisonCtes = (lineIds: readonly number[], timeZone: string) => sql`
  lines as materialized (
    select * from bank_lines where id = any(${lineIds}::bigint[]) and state in (1, 2) and not by_hand),
  living as materialized (
    select p.*, ${selectMoneyDay(timeZone)} as day, ${isMatchable(timeZone)} as free from payments p
    where p.status between ${CREATED} and ${POSTED} and not p.sandbox and not ${isReversed}
      and p.amount_paid in (select amount from lines)
      and ${selectMoneyDay(timeZone)} between (select min(date) from lines) - ${sql.lit(REFERENCE_MATCH_DAYS)}
        and (select max(date) from lines) + ${sql.lit(REFERENCE_MATCH_DAYS)}),
  keys as materialized (
    select p.id, p.amount_paid, p.day, p.free, ${normalizeReference('given.text')} as key from living p
    cross join lateral (
      values (p.bank_reference), (p.gateway_reference), (p.txn_id), (p.reference_number)) given (text)),
  same as materialized (
    select distinct l.id as line_id, k.id as payment_id, k.free from keys k
    join lines l on l.reference_key = k.key and l.amount = k.amount_paid and ${isNear('k.day', REFERENCE_MATCH_DAYS)})`

// Runs a query without nested loops. PostgreSQL has no statistics about new bank lines yet and would choose
// nested loops, which are slow here.
async function runWithHashJoins<Row>(tx: Tx, query: RawBuilder<Row>) {
  await sql`set local enable_nestloop = off`.execute(tx)
  const pairsResult = await query.execute(tx)
  await sql`set local enable_nestloop = on`.execute(tx)
  return pairsResult
}

/**
 * Finds pairs that are certain: a bank line and a payment with the same reference and amount, which no other
 * line or payment of the period has (rules 21.6). The result for a line does not depend on the other lines in
 * `lineIds`.
 */
export async function findSurePairs(
  tx: Tx,
  lineIds: readonly number[],
  timeZone: string,
): Promise<MatchPair[]> {
  const { rows } = await runWithHashJoins(
    tx,
    sql<MatchPair>`
    with ${buildComparisonCtes(lineIds, timeZone)},
    claimed as (select k.id from keys k join bank_lines o on o.reference_key = k.key and o.amount = k.amount_paid
      group by 1 having count(distinct o.id) = 1)
    select line_id as "lineId", max(payment_id) as "paymentId", 'Same reference and amount' as reason from same
    group by line_id having count(*) = 1 and bool_and(free) and max(payment_id) in (select id from claimed)
    order by 2`,
  )
  return rows
}

/**
 * Stores a suggested payment for each of these bank lines, in place of the earlier suggestion (rules 21.7).
 * First looks for an equal reference; then for the client code, the unit or two words of the tenant's name in
 * the line's texts; last for the only payment with this amount within AMOUNT_MATCH_DAYS.
 */
export async function saveLikelyPairs(tx: Tx, lineIds: readonly number[], timeZone: string): Promise<void> {
  await runWithHashJoins(
    tx,
    sql`
    with ${buildComparisonCtes(lineIds, timeZone)},
    free as materialized (select * from living where free),
    words as materialized (
      select f.id as payment_id, f.amount_paid, f.day, w.word, w.is_name, w.n,
        count(*) over (partition by f.amount_paid, w.word) as sharers
      from free f join tenants t on t.id = f.tenant_id
      cross join lateral (
        select folded(t.client_code) as word, false as is_name, 1 as n union select folded(t.unit_number), false, 1
        union select word, true, count(*) over () from (
          select distinct word from regexp_split_to_table(folded(t.uoccname), '[^[:alnum:]]+') word
          where length(word) > 2) named) w
      where length(w.word) > 1),
    spoken as materialized (
      select l.id as line_id, l.amount, l.date, word from lines l
      cross join lateral (
        select distinct word
        from regexp_split_to_table(folded(l.description || ' ' || l.reference), '[^[:alnum:]-]+') word
        union select distinct word from regexp_split_to_table(folded(l.description), '[^[:alnum:]]+') word) said
      where length(word) > 1),
    named as materialized (
      select l.line_id, w.payment_id, max(l.word) filter (where not w.is_name) as code
      from spoken l join words w on w.word = l.word and w.amount_paid = l.amount
        and w.sharers <= ${sql.lit(MAX_PAYMENTS_PER_WORD)}
        and ${isNear('w.day', REFERENCE_MATCH_DAYS)}
      group by 1, 2 having bool_or(not w.is_name) or count(*) >= least(2, max(w.n))),
    days as materialized (select amount_paid, day, count(*) as n, max(id) as payment_id from free group by 1, 2),
    near as materialized (
      select l.id as line_id, max(d.payment_id) as payment_id from lines l
      join days d on d.amount_paid = l.amount and ${isNear('d.day', AMOUNT_MATCH_DAYS)}
      group by 1 having sum(d.n) = 1),
    found as materialized (
      select line_id, payment_id, 1 as rank, 'Same reference and amount, but not the only ones' as reason
        from same where free
      union all select line_id, payment_id, 2,
        'Same amount, and ' || coalesce(upper(code), 'the name') || ' in the description' from named
      union all select line_id, payment_id, 3,
        'The only payment of this amount within ${sql.raw(String(AMOUNT_MATCH_DAYS))} days' from near),
    ranked as (
      select f.*, abs(p.day - l.date) as apart,
        row_number() over (partition by f.line_id order by rank, abs(p.day - l.date), f.payment_id) as of_line
      from found f join lines l on l.id = f.line_id join free p on p.id = f.payment_id
      where not exists (select from bank_lines b
        where b.likely_payment_id = f.payment_id and b.id <> all(${lineIds}::bigint[]))),
    best as (
      select *, row_number() over (partition by payment_id order by rank, apart, line_id) as of_payment
      from ranked where of_line = 1)
    update bank_lines b set likely_payment_id = best.payment_id, reason = coalesce(best.reason, '')
    from lines l left join best on best.line_id = l.id and best.of_payment = 1
    where b.id = l.id
      and (b.likely_payment_id, b.reason) is distinct from (best.payment_id, coalesce(best.reason, ''))`,
  )
}

export function listOpenLines(db: DbOrTx): Promise<{ id: number; importId: number }[]> {
  return db
    .selectFrom('bank_lines as l')
    .innerJoin('bank_imports as i', 'i.id', 'l.import_id')
    .select(['l.id', 'i.id as importId'])
    .where('l.state', 'in', [BANK_LINE_STATUS.likely, BANK_LINE_STATUS.open])
    .where('l.by_hand', '=', false)
    .where('i.created_at', '>', secondsAgo(REFERENCE_MATCH_DAYS * 86_400))
    .orderBy('l.date')
    .orderBy('l.id')
    .execute()
}
