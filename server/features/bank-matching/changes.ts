import { sql, type Updateable } from 'kysely'
import { recordPaymentEvent } from '#features/payments/history.ts'
import { changedWords, residentLink } from '#features/payments/notices.ts'
import { findRows } from '#features/payments/repository.ts'
import { verifiedBy } from '#features/payments/save-payment.ts'
import { lockedPayment, moveByOffice } from '#features/posting/changes.ts'
import { createPayment } from '#features/posting/create-payment.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { NEXT_VERSION, anyIdOf } from '#platform/db/expressions.ts'
import type { BankLines } from '#platform/db/generated.ts'
import { PortalError, requireFound } from '#platform/errors.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { BANK_LINE } from '@tahanan/contract/billing/bank.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { parseTime } from '@tahanan/contract/time.ts'
import { mayHaveLine, type Pair } from './find-pairs.ts'

interface Matched extends Pair {
  readonly reason: string
  /** The payment's status before the match. */
  readonly status: number
}

/**
 * Matches lines with payments; the administrator becomes the verifier of unverified ones (rules 21.5). Locks
 * payments before lines, each by id, as all code does. Skips pairs that no longer fit, or with `strict`
 * throws 409. Returns the number of matches.
 */
export async function joinPairs(
  tx: Tx,
  actor: AdminActor,
  pairs: readonly Pair[],
  { timeZone, strict = false }: { timeZone: string; strict?: boolean },
): Promise<number> {
  const [lineIds, paymentIds] = [pairs.map(({ lineId }) => lineId), pairs.map(({ paymentId }) => paymentId)]
  const twice = new Set(lineIds).size < pairs.length || new Set(paymentIds).size < pairs.length
  if (twice) throw new PortalError('bankMatchChanged')
  const payments = tx.selectFrom('payments').select('id').where('id', '=', anyIdOf(paymentIds)).orderBy('id')
  await payments.forNoKeyUpdate().execute()
  const lines = tx.selectFrom('bank_lines').select('id').where('id', '=', anyIdOf(lineIds)).orderBy('id')
  await lines.forUpdate().execute()
  const matched: Matched[] = await tx
    .updateTable('bank_lines as l')
    .from(
      sql<Pair>`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)`.as<'g'>(
        sql`g("lineId" bigint, "paymentId" bigint, reason text)`,
      ),
    )
    .innerJoin('payments as p', 'p.id', 'g.paymentId')
    .set(({ ref }) => ({
      payment_id: ref('p.id'),
      likely_payment_id: null,
      reason: sql<string>`coalesce(g.reason, case when l.likely_payment_id = p.id then l.reason end,
        'Matched by hand')`,
      verified: sql<boolean>`p.status < ${sql.lit(PAYMENT_STATUS.verified)}`,
      admin_id: actor.id,
    }))
    .whereRef('l.id', '=', 'g.lineId')
    .where('l.state', 'in', [BANK_LINE.likely, BANK_LINE.open])
    .whereRef('p.amount_paid', '=', 'l.amount')
    .where(mayHaveLine(timeZone))
    .returning(['l.id as lineId', 'p.id as paymentId', 'p.status', 'l.reason'])
    .execute()
  const left = strict && pairs.find(({ lineId }) => !matched.some((one) => one.lineId === lineId))
  if (left) throw await refusalOf(tx, left)
  await tx
    .updateTable('bank_lines')
    .set({ likely_payment_id: null, reason: '' })
    .where('likely_payment_id', '=', anyIdOf(matched.map(({ paymentId }) => paymentId)))
    .execute()
  const verified = matched.filter(({ status }) => status < PAYMENT_STATUS.verified)
  if (verified.length > 0) await verify(tx, actor, verified)
  return matched.length
}

/** Returns the reason why a pair cannot be matched, as an error. */
async function refusalOf(tx: Tx, { lineId, paymentId }: Pair): Promise<PortalError> {
  const lines = tx.selectFrom('bank_lines').select(['amount', 'state'])
  const line = await lines.where('id', '=', lineId).executeTakeFirst()
  const [payment] = await findRows(tx, [paymentId])
  if (!line || !payment) return new PortalError('notFound')
  if (line.state > BANK_LINE.open) return new PortalError('bankMatchChanged')
  if (line.amount !== payment.amount_paid) return new PortalError('bankAmountsDiffer')
  const taken = await lines.where('payment_id', '=', paymentId).executeTakeFirst()
  const decided = payment.status === PAYMENT_STATUS.rejected || payment.reversal !== null
  return new PortalError(taken || decided ? 'bankMatchChanged' : 'bankNeedsReview')
}

/**
 * Verifies locked payments together: status, stamps, history, notifications and events, as `moveByOffice`
 * does for one.
 */
async function verify(tx: Tx, actor: AdminActor, pairs: readonly Matched[]): Promise<void> {
  const ids = pairs.map(({ paymentId }) => paymentId)
  await tx
    .updateTable('payments')
    .set({ ...NEXT_VERSION, status: PAYMENT_STATUS.verified, ...verifiedBy(actor.id) })
    .where('id', '=', anyIdOf(ids))
    .execute()
  const events = pairs.map(({ paymentId, status, reason }) => ({
    payment_id: paymentId,
    from_status: status,
    to_status: PAYMENT_STATUS.verified,
    mark: 'note' as const,
    remark: `Found in the bank’s file. ${reason}.`,
  }))
  await recordPaymentEvent(tx, actor, ...events)
  const rows = await findRows(tx, ids)
  const notices = await tx
    .insertInto('notifications')
    .values(
      rows.map((row) => ({
        area: 'client' as const,
        tenant_id: row.tenant_id,
        ...changedWords(row, { status: PAYMENT_STATUS.verified }),
        link: residentLink(row.id),
      })),
    )
    .returning('id')
    .execute()
  await tell(tx, 'notification', ...notices)
}

/** Locks a line, and its payment before it. Throws 404. */
async function lockLine(tx: Tx, id: number) {
  const before = await findLine(tx, id)
  const payment = before.payment_id === null ? undefined : await lockedPayment(tx, before.payment_id)
  const line = await findLine(tx, id, { lock: true })
  if (line.payment_id !== before.payment_id) throw new PortalError('bankMatchChanged')
  return { line, payment }
}

async function findLine(tx: Tx, id: number, { lock = false } = {}) {
  const line = tx
    .selectFrom('bank_lines as l')
    .innerJoin('bank_imports as i', 'i.id', 'l.import_id')
    .selectAll('l')
    .select('i.account')
    .where('l.id', '=', id)
    .$if(lock, (query) => query.forUpdate('l'))
  return requireFound(await line.executeTakeFirst())
}

/** Saves columns of a locked line and the deciding administrator. */
async function saveLine(tx: Tx, { id }: AdminActor, lineId: number, columns: Updateable<BankLines>) {
  const change = { ...columns, admin_id: id }
  await tx.updateTable('bank_lines').set(change).where('id', '=', lineId).execute()
}

/**
 * Undoes a match or setting aside (rules 21.10); a payment verified by the match returns to verification. The
 * rules no longer match the line. Throws 404, and 409 if the match verified a payment that is posted and not
 * reversed.
 */
export async function undoLine(tx: Tx, actor: AdminActor, id: number, timeZone: string): Promise<void> {
  const { line, payment } = await lockLine(tx, id)
  if (line.state === BANK_LINE.likely || line.state === BANK_LINE.open) throw new PortalError('alreadyDone')
  const isPosted = payment?.status === PAYMENT_STATUS.posted && payment.reversal === null
  if (isPosted && line.verified) throw new PortalError('bankMatchPosted')
  if (payment?.status === PAYMENT_STATUS.verified && line.verified) {
    const waiting = { status: PAYMENT_STATUS.forVerification, remarks: payment.remarks }
    await moveByOffice(tx, actor, payment, waiting, { timeZone })
  }
  await saveLine(tx, actor, id, { payment_id: null, remarks: '', reason: '', verified: false, by_hand: true })
}

/**
 * Sets aside a line that belongs to no payment, with remarks (rules 21.11). Throws 404, and 409 if it is
 * matched.
 */
export async function setAside(tx: Tx, actor: AdminActor, id: number, remarks: string): Promise<void> {
  const { line } = await lockLine(tx, id)
  if (line.payment_id !== null) throw new PortalError('bankMatchChanged')
  await saveLine(tx, actor, id, { remarks, likely_payment_id: null, reason: '' })
}

/**
 * Creates the payment of an open line, a tenant's bank transfer for verification, and matches it (rules
 * 21.9). Returns the line's id. Throws 404, and 409 if the line is matched or set aside.
 */
export async function createFromLine(
  tx: Tx,
  actor: AdminActor,
  { lineId, tenantId, timeZone }: { lineId: number; tenantId: number; timeZone: string },
): Promise<number> {
  const { line } = await lockLine(tx, lineId)
  if (line.state > BANK_LINE.open) throw new PortalError('bankMatchChanged')
  const payment = {
    tenant_id: tenantId,
    type: 6,
    status: PAYMENT_STATUS.forVerification,
    amount_paid: line.amount,
    transaction_date: parseTime(line.date, timeZone)?.toISOString() ?? null,
    bank: line.account.slice(0, 60),
    bank_reference: line.reference.slice(0, 60),
    images: [],
    post_by_id: actor.id,
    timeZone,
  } as const
  const { id } = await createPayment(tx, actor, payment, 'Made from a line of the bank.')
  const columns = { payment_id: id, likely_payment_id: null, reason: 'Made from this line' }
  await saveLine(tx, actor, lineId, columns)
  return lineId
}
