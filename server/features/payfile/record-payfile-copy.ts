import { sql } from 'kysely'
import { findPaymentRows, type PaymentRow } from '#features/payments/repository.ts'
import { getMoneyDay } from '#features/payments/select-money-day.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import type { PayfileCopyRow } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_STATUS, PAYMENT_STATUSES } from '@tahanan/contract/billing/payment.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { selectChosenIds, getChosenList, type ChosenPayments } from './payment-choice.ts'
import { CASH_AMOUNT } from './repository.ts'
import { toPayfileRow } from './to-payfile-row.ts'

/**
 * Records that posted payments and their reversals were downloaded as a copy. They do not count as exported
 * (rules 16.18).
 */
export async function recordPayfileCopy(tx: Tx, adminId: number, choice: ChosenPayments): Promise<void> {
  const { ids, amount } = await tx
    .selectFrom('ledger_entries as e')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .select(sql<number[]>`coalesce(array_agg(e.id), '{}')`.as('ids'))
    .select(sql<number>`coalesce(sum(${CASH_AMOUNT}), 0)`.as('amount'))
    .where('e.kind', 'in', ['payment', 'reversal'])
    .where(sql<boolean>`p.id in (${selectChosenIds(choice)})`)
    .executeTakeFirstOrThrow()
  if (ids.length === 0) return
  const { id } = await tx
    .insertInto('payfile_copies')
    .values({ rows: ids.length, amount, admin_id: adminId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into payfile_copy_rows (entry_id, copy_id)
    select e, ${id} from unnest(${ids}::bigint[]) e`.execute(tx)
}

export async function* streamCopiedPayments(
  db: DbOrTx,
  choice: ChosenPayments,
  content: 'posted' | 'all',
  timeZone: string,
): AsyncGenerator<PayfileCopyRow[]> {
  const exceptIds = new Set(choice.except)
  for await (const batch of streamChosenPayments(db, choice))
    yield batch.filter(({ id }) => !exceptIds.has(id)).flatMap((row) => toCopiedRows(row, content, timeZone))
}

async function* streamChosenPayments(db: DbOrTx, choice: ChosenPayments): AsyncGenerator<PaymentRow[]> {
  if (choice.ids) yield await findPaymentRows(db, choice.ids)
  else {
    const { list, filter } = getChosenList(choice)
    yield* list.each(db, filter)
  }
}

function toCopiedRows(row: PaymentRow, content: 'posted' | 'all', timeZone: string): PayfileCopyRow[] {
  if (content === 'posted' && row.status !== PAYMENT_STATUS.posted) return []
  const status = PAYMENT_STATUSES.find((statusInfo) => statusInfo.status === row.status)?.label ?? ''
  const payfileRow = toPayfileRow({ ...row, amount: row.amount_paid, day: getMoneyDay(row, timeZone) })
  if (row.reversed_at === null) return [{ ...payfileRow, status }]
  const reversal = toPayfileRow({
    ...row,
    amount: -row.amount_paid,
    day: formatDay(row.reversed_at, timeZone),
  })
  return [
    { ...reversal, status: 'REVERSAL' },
    { ...payfileRow, status },
  ]
}
