import { sql } from 'kysely'
import { findPaymentRows, type PaymentRow } from '#features/payments/repository.ts'
import { getMoneyDay } from '#features/payments/select-money-day.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds } from '#platform/db/expressions.ts'
import { runInTransaction, type TransactionContext } from '#platform/platform-context.ts'
import { getAuditActor, runAsAuditActor } from '#platform/run-as-audit-actor.ts'
import type { PayfileCopyRow } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_STATUS, PAYMENT_STATUSES } from '@tahanan/contract/billing/payment.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { getChosenList, type ChosenPayments } from './payment-choice.ts'
import { CASH_AMOUNT } from './repository.ts'
import { toPayfileRow } from './to-payfile-row.ts'

/**
 * Streams the payments of a copy. Before the stream ends, logs exactly the streamed payments that are posted
 * (with `includesReversals`, also the reversals of streamed payments), without marking them as exported
 * (rules 16.18). If logging fails, the stream breaks off and the client rejects the file.
 */
export async function* recordCopiedPayments(
  services: TransactionContext,
  adminId: number,
  batches: AsyncGenerator<PaymentRow[]>,
  { includesReversals }: { includesReversals: boolean },
): AsyncGenerator<PaymentRow[]> {
  // The stream continues after the call's handler has returned, where the actor of the audit log is unset.
  const auditActor = getAuditActor()
  const paymentIds: number[] = []
  const reversedIds: number[] = []
  for await (const batch of batches) {
    for (const { id, status, reversed_at } of batch) {
      if (status === PAYMENT_STATUS.posted) paymentIds.push(id)
      if (includesReversals && reversed_at !== null) reversedIds.push(id)
    }
    yield batch
  }
  const recordCopy = () =>
    runInTransaction(services, (tx) => insertCopy(tx, adminId, { paymentIds, reversedIds }))
  await (auditActor ? runAsAuditActor(auditActor, recordCopy) : recordCopy())
}

interface CopiedIds {
  readonly paymentIds: readonly number[]
  readonly reversedIds: readonly number[]
}

async function insertCopy(tx: Tx, adminId: number, { paymentIds, reversedIds }: CopiedIds): Promise<void> {
  const { ids, amount } = await tx
    .selectFrom('ledger_entries as e')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .select(sql<number[]>`coalesce(array_agg(e.id), '{}')`.as('ids'))
    .select(sql<number>`coalesce(sum(${CASH_AMOUNT}), 0)`.as('amount'))
    .where(({ or, and, eb }) =>
      or([
        and([eb('e.kind', '=', 'payment'), eb('e.payment_id', '=', buildAnyOfIds(paymentIds))]),
        and([eb('e.kind', '=', 'reversal'), eb('e.payment_id', '=', buildAnyOfIds(reversedIds))]),
      ]),
    )
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

export async function* streamCopiedRows(
  services: TransactionContext,
  adminId: number,
  choice: ChosenPayments,
  { content, timeZone }: { content: 'posted' | 'all'; timeZone: string },
): AsyncGenerator<PayfileCopyRow[]> {
  const payments = omitExcepted(streamChosenPayments(services.db, choice), new Set(choice.except))
  for await (const batch of recordCopiedPayments(services, adminId, payments, { includesReversals: true }))
    yield batch.flatMap((row) => toCopiedRows(row, content, timeZone))
}

async function* omitExcepted(
  batches: AsyncGenerator<PaymentRow[]>,
  exceptIds: ReadonlySet<number>,
): AsyncGenerator<PaymentRow[]> {
  for await (const batch of batches) yield batch.filter(({ id }) => !exceptIds.has(id))
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
