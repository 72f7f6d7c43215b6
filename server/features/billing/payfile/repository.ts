import type { PayfileRow } from '@tahanan/contract/billing/answers.ts'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import { pageWithTotal } from '../../../platform/db/lists/page-with-total.ts'
import { PortalError } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/list-query.ts'
import { payfileRow } from './payfile-row.ts'
import { moneyDay } from '../payments/money-day.ts'

/** Cash of an entry `e` of a payment `p`, negative of a reversal, which takes the tax withheld back too. */
export const CASH = sql<number>`case e.kind when 'payment' then p.amount_paid else -p.amount_paid end`

/** Entries that the accounting system is to be told and was not: posted payments, and reversals of such. */
const unexported = (db: DbOrTx) =>
  db
    .selectFrom('ledger_entries as e')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .leftJoin('payfile_rows as r', 'r.entry_id', 'e.id')
    .where('e.kind', 'in', ['payment', 'reversal'])
    .where('r.entry_id', 'is', null)

/** Returns what the next batch would hold. */
export function nextBatch(db: DbOrTx) {
  return unexported(db)
    .select([
      sql<number[]>`coalesce(array_agg(e.id), '{}')`.as('ids'),
      sql<number>`coalesce(sum(${CASH}), 0)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Closes a batch of everything that is posted and not yet exported; returns its number. One is closed at a time, so each entry is in
 * one batch. Throws `nothingToExport` (409).
 */
export async function closeBatch(tx: Tx, adminId: number): Promise<number> {
  await sql`lock table payfile_batches in exclusive mode`.execute(tx)
  const { ids, amount } = await nextBatch(tx)
  if (ids.length === 0) throw new PortalError('nothingToExport')
  const next = sql<number>`(select coalesce(max(number), 0) + 1 from payfile_batches)`
  const { number } = await tx
    .insertInto('payfile_batches')
    .values({ number: next, rows: ids.length, amount, admin_id: adminId })
    .returning('number')
    .executeTakeFirstOrThrow()
  await sql`insert into payfile_rows (entry_id, batch) select id, ${number} from unnest(${ids}::bigint[]) id`.execute(
    tx,
  )
  return number
}

/** Lists the closed batches, the newest first. */
export function listBatches(db: DbOrTx, page: Pick<Page, 'limit' | 'offset'>) {
  return pageWithTotal(db, selectBatches(db).orderBy('b.number', 'desc'), page)
}

/** One closed batch. */
export function findBatch(db: DbOrTx, number: number) {
  return selectBatches(db).where('b.number', '=', number).executeTakeFirst()
}

const selectBatches = (db: DbOrTx) =>
  db
    .selectFrom('payfile_batches as b')
    .leftJoin('admins as a', 'a.id', 'b.admin_id')
    .select(['b.number', 'b.rows', 'b.amount', 'a.name as by', 'b.created_at'])

/** Returns a closed batch as rows of Payfile.csv (rules 8.24): a reversal has a negative amount under the payment's number. */
export async function batchRows(db: DbOrTx, number: number, timeZone: string): Promise<PayfileRow[]> {
  const rows = await db
    .selectFrom('payfile_rows as r')
    .innerJoin('ledger_entries as e', 'e.id', 'r.entry_id')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .innerJoin('tenants as t', 't.id', 'e.tenant_id')
    .select(['p.id', 'p.reference_number', 'p.type', 't.client_code', 't.uoccname', CASH.as('amount')])
    .select(
      sql<string>`case e.kind when 'payment' then ${moneyDay(timeZone)} else (e.created_at at time zone ${timeZone})::date end`.as(
        'day',
      ),
    )
    .where('r.batch', '=', number)
    .orderBy('e.id', 'desc')
    .execute()
  return rows.map(payfileRow)
}
