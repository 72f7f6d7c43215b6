import { BANK_LINE } from '@tahanan/contract/billing/bank.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { parseTime } from '@tahanan/contract/time.ts'
import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/actor.ts'
import { anyOf } from '../../../platform/db/any-of.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import { PortalError, requireFound } from '../../../platform/errors.ts'
import { tell } from '../../../platform/realtime/outbox.ts'
import { CHANGED } from '../../tickets/repository.ts'
import { verifiedBy } from '../payments/changes.ts'
import { createPayment } from '../payments/create-payment.ts'
import { lockedPayment, moveByOffice } from '../payments/engine.ts'
import { recordPaymentEvent } from '../payments/history.ts'
import { changedWords, residentLink } from '../payments/notices.ts'
import { findRows } from '../payments/repository.ts'
import { mayHaveLine, type Pair } from './match.ts'

interface Matched extends Pair {
  readonly reason: string
  /** The payment's status before. */
  readonly status: number
}

/**
 * Gives lines their payments; who does it becomes the verifier of those that nobody verified (rules 21.5). Payments are locked before
 * lines, each in the order of their ids, as everybody does. Pairs that do not fit any more are left out, or with `strict` refuse all (409).
 * Returns how many were matched.
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
  await tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', anyOf(paymentIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await tx
    .selectFrom('bank_lines')
    .select('id')
    .where('id', '=', anyOf(lineIds))
    .orderBy('id')
    .forUpdate()
    .execute()
  const given = sql<Pair>`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)`.as<'g'>(
    sql`g("lineId" bigint, "paymentId" bigint, reason text)`,
  )
  const fit: Matched[] = await tx
    .selectFrom(given)
    .innerJoin('bank_lines as l', 'l.id', 'g.lineId')
    .innerJoin('payments as p', 'p.id', 'g.paymentId')
    .select(['g.lineId', 'g.paymentId', 'p.status'])
    .select(
      sql<string>`coalesce(g.reason, case when l.likely_payment_id = p.id then l.reason end, 'Matched by hand')`.as(
        'reason',
      ),
    )
    .where('l.state', 'in', [BANK_LINE.likely, BANK_LINE.open])
    .whereRef('p.amount_paid', '=', 'l.amount')
    .where(mayHaveLine(timeZone))
    .orderBy('g.paymentId')
    .execute()
  if (strict && fit.length < pairs.length) throw await refusalOf(tx, pairs, fit)
  if (fit.length === 0) return 0
  await tx
    .updateTable('bank_lines as l')
    .from(
      sql<Matched>`jsonb_to_recordset(${JSON.stringify(fit)}::jsonb)`.as<'g'>(
        sql`g("lineId" bigint, "paymentId" bigint, reason text, status integer)`,
      ),
    )
    .set(({ ref }) => ({
      payment_id: ref('g.paymentId'),
      likely_payment_id: null,
      reason: ref('g.reason'),
      verified: sql<boolean>`g.status < ${sql.lit(PAYMENT_STATUS.verified)}`,
      admin_id: actor.id,
    }))
    .whereRef('l.id', '=', 'g.lineId')
    .execute()
  await tx
    .updateTable('bank_lines')
    .set({ likely_payment_id: null, reason: '' })
    .where('likely_payment_id', '=', anyOf(fit.map(({ paymentId }) => paymentId)))
    .execute()
  await verify(
    tx,
    actor,
    fit.filter(({ status }) => status < PAYMENT_STATUS.verified),
  )
  return fit.length
}

/** Says why a pair cannot be matched, of the first that cannot. */
async function refusalOf(tx: Tx, pairs: readonly Pair[], fit: readonly Matched[]): Promise<PortalError> {
  const fitting = new Set(fit.map(({ lineId }) => lineId))
  const pair = pairs.find(({ lineId }) => !fitting.has(lineId))
  const line = await tx
    .selectFrom('bank_lines')
    .select(['amount', 'state'])
    .where('id', '=', pair?.lineId ?? 0)
    .executeTakeFirst()
  const [payment] = await findRows(tx, [pair?.paymentId ?? 0])
  if (!line || !payment) return new PortalError('notFound')
  if (line.state > BANK_LINE.open) return new PortalError('bankMatchChanged')
  if (line.amount !== payment.amount_paid) return new PortalError('bankAmountsDiffer')
  const taken = await tx
    .selectFrom('bank_lines')
    .select('id')
    .where('payment_id', '=', payment.id)
    .executeTakeFirst()
  const decided = payment.status === PAYMENT_STATUS.rejected || payment.reversal !== null
  return new PortalError(taken || decided ? 'bankMatchChanged' : 'bankNeedsReview')
}

/** Verifies locked payments at once: status and stamps, history, notifications and live events, as `moveByOffice` does for one. */
async function verify(tx: Tx, actor: AdminActor, matched: readonly Matched[]): Promise<void> {
  if (matched.length === 0) return
  const ids = matched.map(({ paymentId }) => paymentId)
  await tx
    .updateTable('payments')
    .set({ ...CHANGED, status: PAYMENT_STATUS.verified, ...verifiedBy(actor.id) })
    .where('id', '=', anyOf(ids))
    .execute()
  const events = matched.map(({ paymentId, status, reason }) => ({
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

/** A line of a bank, locked until the transaction ends. Its payment is locked before it. Throws 404. */
async function lockedLine(tx: Tx, id: number) {
  const before = await findLine(tx, id)
  const payment = before.payment_id === null ? undefined : await lockedPayment(tx, before.payment_id)
  await tx.selectFrom('bank_lines').select('id').where('id', '=', id).forUpdate().execute()
  const line = await findLine(tx, id)
  if (line.payment_id !== before.payment_id) throw new PortalError('bankMatchChanged')
  return { line, payment }
}

const findLine = async (db: DbOrTx, id: number) =>
  requireFound(
    await db
      .selectFrom('bank_lines as l')
      .innerJoin('bank_imports as i', 'i.id', 'l.import_id')
      .selectAll('l')
      .select('i.account')
      .where('l.id', '=', id)
      .executeTakeFirst(),
  )

/**
 * Takes a match, or setting aside, back (rules 21.10); a payment that the match verified is for verification again. Rules match the line no
 * more. Throws 404, and 409 where the match verified a payment that is posted now and not reversed.
 */
export async function undoLine(tx: Tx, actor: AdminActor, id: number, timeZone: string): Promise<void> {
  const { line, payment } = await lockedLine(tx, id)
  if (line.state === BANK_LINE.likely || line.state === BANK_LINE.open) throw new PortalError('alreadyDone')
  const isPosted = payment?.status === PAYMENT_STATUS.posted && payment.reversal === null
  if (isPosted && line.verified) throw new PortalError('bankMatchPosted')
  if (payment?.status === PAYMENT_STATUS.verified && line.verified)
    await moveByOffice(
      tx,
      actor,
      payment,
      { status: PAYMENT_STATUS.forVerification, remarks: payment.remarks },
      { timeZone },
    )
  await tx
    .updateTable('bank_lines')
    .set({ payment_id: null, remarks: '', reason: '', verified: false, by_hand: true, admin_id: actor.id })
    .where('id', '=', id)
    .execute()
}

/** Sets a line aside that belongs to no payment, with the reason (rules 21.11). Throws 404, and 409 where it has one. */
export async function setAside(tx: Tx, actor: AdminActor, id: number, remarks: string): Promise<void> {
  const { line } = await lockedLine(tx, id)
  if (line.payment_id !== null) throw new PortalError('bankMatchChanged')
  await tx
    .updateTable('bank_lines')
    .set({ remarks, likely_payment_id: null, reason: '', admin_id: actor.id })
    .where('id', '=', id)
    .execute()
}

/**
 * Creates the payment of a line that has none, a bank transfer of a tenant for verification, and matches it (rules 21.9). Returns the
 * line's id. Throws 404, and 409 where the line has a payment or is set aside.
 */
export async function createFromLine(
  tx: Tx,
  actor: AdminActor,
  { lineId, tenantId, timeZone }: { lineId: number; tenantId: number; timeZone: string },
): Promise<number> {
  const { line } = await lockedLine(tx, lineId)
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
  await tx
    .updateTable('bank_lines')
    .set({ payment_id: id, likely_payment_id: null, reason: 'Made from this line', admin_id: actor.id })
    .where('id', '=', lineId)
    .execute()
  return lineId
}
