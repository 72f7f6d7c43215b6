import { sql } from 'kysely'
import { selectMoneyDay } from '#features/payments/select-money-day.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { PortalError } from '#platform/errors.ts'
import type { Page } from '#platform/http/list-query.ts'
import type { PayfileRow } from '@tahanan/contract/billing/answers.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { selectChosenIds, type ChosenPayments } from './payment-choice.ts'
import { toPayfileRow } from './to-payfile-row.ts'

/**
 * SQL for the amount of entry `e` of payment `p` in a Payfile row: the cash in pesos, negative for a
 * reversal. The entry of a reversal also contains the withheld tax, so its amount cannot be used.
 */
export const CASH_AMOUNT = sql<number>`case e.kind when 'payment' then p.amount_paid else -p.amount_paid end`

/**
 * Selects posted payments and reversals that were not exported yet. Entries that are part of an imported
 * statement count as exported, because the accounting system knows them. If that import is abandoned or
 * undone, they count as not exported again (rules 16.12).
 */
const selectUnexportedEntries = (db: DbOrTx) =>
  db
    .selectFrom('ledger_entries as e')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .leftJoin('payfile_rows as r', 'r.entry_id', 'e.id')
    .where('e.kind', 'in', ['payment', 'reversal'])
    .where('e.covered_by', 'is', null)
    .where('r.entry_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('statement_import_moves as m')
            .innerJoin('statement_imports as i', 'i.id', 'm.import_id')
            .select('m.entry_id')
            .whereRef('m.entry_id', '=', 'e.id')
            .where('m.in_statement', '=', true)
            .where('i.state', 'not in', ['abandoned', 'undone']),
        ),
      ),
    )

const IS_COPIED = sql`filter (where exists (select from payfile_copy_rows c where c.entry_id = e.id))`

/**
 * Finds which payments the next batch (export) would contain. `choice` limits it to selected payments.
 * `copied` is the number of rows that earlier copies already contain.
 */
export async function findNextBatch(db: DbOrTx, choice?: ChosenPayments) {
  const entries = selectUnexportedEntries(db)
    .select(sql<number[]>`coalesce(array_agg(e.id), '{}')`.as('ids'))
    .select(sql<number>`coalesce(sum(${CASH_AMOUNT}), 0)`.as('amount'))
    .select(sql<number>`count(*) ${IS_COPIED}`.as('copied'))
    .select(sql<number>`coalesce(sum(${CASH_AMOUNT}) ${IS_COPIED}, 0)`.as('copiedAmount'))
  const chosenEntries = choice ? entries.where(sql<boolean>`p.id in (${selectChosenIds(choice)})`) : entries
  const { ids, amount, copied, copiedAmount } = await chosenEntries.executeTakeFirstOrThrow()
  return { ids, amount, copied: { rows: copied, amount: copiedAmount } }
}

interface NewBatch {
  readonly payments?: ChosenPayments | undefined
  readonly confirmCopied?: boolean | undefined
}

/**
 * Closes a batch (exports payments) and returns its number. The lock makes batches and moves of entries into
 * statements run one after another, so that the accounting system gets each entry only once. Throws 409
 * `nothingToExport`, `nothingChosenToExport` or `copiedBefore`.
 */
export async function closeBatch(
  tx: Tx,
  adminId: number,
  { payments, confirmCopied }: NewBatch,
): Promise<number> {
  await lockBatches(tx)
  const { ids, amount, copied } = await findNextBatch(tx, payments)
  if (ids.length === 0) throw new PortalError(payments ? 'nothingChosenToExport' : 'nothingToExport')
  if (copied.rows > 0 && !confirmCopied)
    throw new PortalError('copiedBefore', { placeholders: { amount: formatPesos(copied.amount) } })
  const nextNumber = sql<number>`(select coalesce(max(number), 0) + 1 from payfile_batches)`
  const { number } = await tx
    .insertInto('payfile_batches')
    .values({ number: nextNumber, rows: ids.length, amount, admin_id: adminId })
    .returning('number')
    .executeTakeFirstOrThrow()
  await sql`insert into payfile_rows (entry_id, batch)
    select id, ${number} from unnest(${ids}::bigint[]) id`.execute(tx)
  return number
}

/**
 * Locks exports until the transaction ends. So exports and moves of entries into statements run one after
 * another.
 */
export async function lockBatches(tx: Tx): Promise<void> {
  await sql`lock table payfile_batches in exclusive mode`.execute(tx)
}

export function listBatches(db: DbOrTx, page: Pick<Page, 'limit' | 'offset'>) {
  return findPageWithTotal(db, selectBatches(db).orderBy('b.number', 'desc'), page)
}

export function findBatch(db: DbOrTx, number: number) {
  return selectBatches(db).where('b.number', '=', number).executeTakeFirst()
}

const selectBatches = (db: DbOrTx) =>
  db
    .selectFrom('payfile_batches as b')
    .leftJoin('admins as a', 'a.id', 'b.admin_id')
    .select(['b.number', 'b.rows', 'b.amount', 'a.name as by', 'b.created_at'])

/** Lists the rows of Payfile.csv (rules 8.24). Reversals have negative amounts. */
export async function listBatchRows(db: DbOrTx, number: number, timeZone: string): Promise<PayfileRow[]> {
  const payfileRows = await db
    .selectFrom('payfile_rows as r')
    .innerJoin('ledger_entries as e', 'e.id', 'r.entry_id')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .innerJoin('tenants as t', 't.id', 'e.tenant_id')
    .select(['p.id', 'p.reference_number', 'p.type', 't.client_code', 't.uoccname', CASH_AMOUNT.as('amount')])
    .select(
      sql<string>`case e.kind when 'payment' then ${selectMoneyDay(timeZone)}
        else (e.created_at at time zone ${timeZone})::date end`.as('day'),
    )
    .where('r.batch', '=', number)
    .orderBy('e.id', 'desc')
    .execute()
  return payfileRows.map(toPayfileRow)
}
