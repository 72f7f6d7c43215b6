import { sql } from 'kysely'
import { notifyTenants } from '#features/notifications/notify.ts'
import { createChangedNotification } from '#features/payments/payment-notifications.ts'
import { recordPaymentEvent } from '#features/payments/record-payment-event.ts'
import { findPaymentRows } from '#features/payments/repository.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, NEXT_VERSION_COLUMNS } from '#platform/db/expressions.ts'
import { PortalError, requireFound } from '#platform/errors.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { CREATED_FROM_LINE_REASON } from './changes.ts'
import { lockImports } from './import-file.ts'

const CHUNK_SIZE = 2000
const isReversed = sql`exists (select from payment_reversals r where r.payment_id = p.id)`
const IS_POSTED = sql<boolean>`(p.status = ${sql.lit(PAYMENT_STATUS.posted)} and not ${isReversed})`
const IS_RETURNED_TO_VERIFICATION = sql<boolean>`(l.verified and p.status = ${sql.lit(PAYMENT_STATUS.verified)})`

const selectMatchedLines = (db: DbOrTx, importId: number) =>
  db
    .selectFrom('bank_lines as l')
    .innerJoin('payments as p', 'p.id', 'l.payment_id')
    .where('l.import_id', '=', importId)

export function countEffects(db: DbOrTx, importId: number) {
  return selectMatchedLines(db, importId)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(IS_POSTED).as('posted'),
      fn.countAll<number>().filterWhere(IS_RETURNED_TO_VERIFICATION).as('verified'),
      fn.countAll<number>().filterWhere('l.reason', '=', CREATED_FROM_LINE_REASON).as('made'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Deletes an import of a bank file with its lines (rules 21.26). Payments that were verified by a match
 * return to 'for verification'; payments created from a line stay. Throws 404, and 409 if the payment of a
 * line is posted.
 */
export async function undoImport(tx: Tx, actor: AdminActor, id: number): Promise<void> {
  await lockImports(tx)
  const importQuery = tx.selectFrom('bank_imports').select('id').where('id', '=', id).forUpdate()
  requireFound(await importQuery.executeTakeFirst())
  const importPayments = await lockPayments(tx, id)
  await tx
    .selectFrom('bank_lines')
    .select('id')
    .where('import_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const matchedPayments = await selectMatchedLines(tx, id)
    .select(['p.id', IS_RETURNED_TO_VERIFICATION.as('isReturned')])
    .execute()
  if (matchedPayments.some((payment) => !importPayments.has(payment.id)))
    throw new PortalError('bankMatchChanged')
  const { posted } = await countEffects(tx, id)
  if (posted > 0)
    throw new PortalError('bankImportPosted', {
      placeholders: { lines: posted === 1 ? '1 line' : `${posted} lines` },
    })
  const returnedIds = matchedPayments.filter(({ isReturned }) => isReturned).map((payment) => payment.id)
  for (let chunkStart = 0; chunkStart < returnedIds.length; chunkStart += CHUNK_SIZE)
    await returnToVerification(tx, actor, returnedIds.slice(chunkStart, chunkStart + CHUNK_SIZE))
  await tx.deleteFrom('bank_imports').where('id', '=', id).execute()
}

// Locks payments before bank lines, each in order of id. All code uses this order, because another order
// could cause a deadlock.
async function lockPayments(tx: Tx, importId: number): Promise<ReadonlySet<number>> {
  const ids = await selectMatchedLines(tx, importId).select('p.id').execute()
  const lockedPayments = await tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', buildAnyOfIds(ids.map(({ id }) => id)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(lockedPayments.map(({ id }) => id))
}

/**
 * Sets payments back to 'for verification'. Must have the same effects as `updatePaymentByOffice` for one
 * payment.
 */
async function returnToVerification(tx: Tx, actor: AdminActor, ids: readonly number[]): Promise<void> {
  const status = PAYMENT_STATUS.forVerification
  await tx
    .updateTable('payments')
    .set({ ...NEXT_VERSION_COLUMNS, status })
    .where('id', '=', buildAnyOfIds(ids))
    .execute()
  const events = ids.map((payment_id) => ({
    payment_id,
    from_status: PAYMENT_STATUS.verified,
    to_status: status,
    mark: 'note' as const,
    remark: 'The import of the bank’s file was undone.',
  }))
  await recordPaymentEvent(tx, actor, ...events)
  const rows = await findPaymentRows(tx, [...ids])
  await notifyTenants(
    tx,
    rows.map((row) => createChangedNotification(row, { status })),
  )
}
