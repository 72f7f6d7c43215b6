import { sql } from 'kysely'
import { CASH_AMOUNT } from '#features/payfile/repository.ts'
import type { AdminActor } from '#platform/actor.ts'
import { recordAction } from '#platform/audit/record-action.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { createInvalidInputError, PortalError, requireFound } from '#platform/errors.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import type { Page } from '#platform/http/list-query.ts'
import { cashCloseForm } from '@tahanan/contract/billing/counter.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { formatPesos, sumAmounts, roundToCentavo } from '@tahanan/contract/money.ts'

/**
 * Finds the cash entries for the next close (the count of the day's cash): those that no earlier close
 * contains.
 */
export function findNextClose(db: DbOrTx) {
  // The person who posted a payment did not touch its cash: `post_by_id` took it (rules 17.2).
  const paymentsOnlyFilter = sql`filter (where e.kind = 'payment')`
  const reversalsOnlyFilter = sql`filter (where e.kind = 'reversal')`
  return db
    .selectFrom('ledger_entries as e')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .leftJoin('admins as a', 'a.id', 'p.post_by_id')
    .leftJoin('cash_close_rows as r', 'r.entry_id', 'e.id')
    .select([
      sql<number[]>`coalesce(array_agg(e.id), '{}')`.as('ids'),
      sql<number>`coalesce(sum(${CASH_AMOUNT}), 0)`.as('expected'),
      sql<number[]>`coalesce(array_agg(distinct p.post_by_id)
        || array_agg(distinct e.admin_id) ${reversalsOnlyFilter}, '{}')`.as('handlerIds'),
      sql<string[]>`coalesce(array_agg(distinct a.name) ${paymentsOnlyFilter}, '{}')`.as('takenBy'),
    ])
    .where('p.type', '=', PAYMENT_TYPE.cash)
    .where('e.kind', 'in', ['payment', 'reversal'])
    .where('r.entry_id', 'is', null)
    .executeTakeFirstOrThrow()
}

/**
 * Result of counting the cash in the drawer: pesos without the opening float (the change with which the day
 * starts). Negative if more money was returned than received (rules 17.8).
 */
interface CashCount {
  readonly counted: number
  readonly expected: number | null
  readonly remarks: string
}

export function parseCloseBody(body: Readonly<Details>, timeZone: string): CashCount {
  const errors: FieldErrors = typeof body.expected === 'number' ? {} : { expected: ['This is not a number.'] }
  const { values } = parseFormBody(cashCloseForm, body, { action: 'create', timeZone, errors })
  return {
    counted: Number(values.counted),
    expected: roundToCentavo(Number(body.expected)),
    remarks: String(values.remarks ?? ''),
  }
}

/**
 * Creates a close (the count of the day's cash) with all cash entries that are in no close yet; returns its
 * number. Locks the table, so that simultaneous calls run one after another and each entry is in exactly one
 * close. Throws 409 `nothingToClose` without entries, 409 `cashChanged` if the expected amount has changed
 * since the caller saw it, 403 `cashTakenByYou` if the caller received or returned some of the cash, and 400
 * for a difference without remarks.
 */
export async function closeDay(
  tx: Tx,
  admin: AdminActor,
  { counted, remarks, ...shown }: CashCount,
): Promise<number> {
  await sql`lock table cash_closes in exclusive mode`.execute(tx)
  const { ids, expected, handlerIds, takenBy } = await findNextClose(tx)
  if (ids.length === 0) throw new PortalError('nothingToClose')
  if (handlerIds.includes(admin.id)) throw new PortalError('cashTakenByYou')
  if (expected !== shown.expected) throw new PortalError('cashChanged')
  if (counted !== expected && remarks === '')
    throw createInvalidInputError({ remarks: ['Please write in the remarks why the count differs!'] })
  const { number } = await tx
    .insertInto('cash_closes')
    .values({
      number: sql<number>`(select coalesce(max(number), 0) + 1 from cash_closes)`,
      payments: ids.length,
      expected,
      counted,
      remarks,
      taken_by: takenBy,
      admin_id: admin.id,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await sql`insert into cash_close_rows (entry_id, close)
    select id, ${number} from unnest(${ids}::bigint[]) id`.execute(tx)
  const cashDifference = sumAmounts([counted, -expected])
  const cashierText = takenBy.length > 0 ? `that ${takenBy.join(', ')} took` : 'expected'
  const sums = `Counted ${formatPesos(counted)} of ${formatPesos(expected)} ${cashierText}`
  await recordAction(tx, {
    action: 'add',
    subject: 'cash_closes',
    subjectId: number,
    subjectName: `Close ${number}`,
    detail:
      cashDifference === 0
        ? `${sums}.`
        : `${sums}, difference ${formatPesos(cashDifference)}. Remarks: ${remarks}`,
  })
  return number
}

const selectCashCloses = (db: DbOrTx) =>
  db
    .selectFrom('cash_closes as c')
    .leftJoin('admins as a', 'a.id', 'c.admin_id')
    .select(['c.number', 'c.payments', 'c.expected', 'c.counted', 'c.remarks', 'c.taken_by as takenBy'])
    .select(['a.name as by', 'c.created_at'])

export function listCashCloses(db: DbOrTx, page: Pick<Page, 'limit' | 'offset'>) {
  return findPageWithTotal(db, selectCashCloses(db).orderBy('c.number', 'desc'), page)
}

export async function requireCashClose(db: DbOrTx, number: number) {
  return requireFound(await selectCashCloses(db).where('c.number', '=', number).executeTakeFirst())
}
