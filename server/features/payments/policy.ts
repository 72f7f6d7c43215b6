import { can, requirePermission, type Actor, type AdminActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { parseKey } from '#platform/files/store/keys.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { isByGateway, PAYMENT_FLAGS, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { Folder } from '@tahanan/contract/limits.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { moneyState, wasPaid } from './decide.ts'
import { type PaymentRow, findRow } from './repository.ts'

/** A status that the office may choose; a created payment stays so only by itself (rules 8.5). */
export type ChosenStatus = keyof typeof PAYMENT_FLAGS

/** Throws 403 naming the flag unless the administrator may move a payment into a status (rules 8.5). */
export function requireStatusFlag(actor: AdminActor, status: ChosenStatus): void {
  const flag = PAYMENT_FLAGS[status]
  if (flag) requirePermission(actor, 'payments', flag)
}

/** A posted payment is final (rules 8.6). */
export const isLocked = ({ status }: PaymentRow): boolean => status === PAYMENT_STATUS.posted

/** Nobody decided on it yet. */
const isOpen = ({ status }: PaymentRow): boolean =>
  status === PAYMENT_STATUS.created || status === PAYMENT_STATUS.forVerification

/**
 * Whether a payment can be deleted at all (rules 8.7): before anybody decided on it, and not when its gateway says that the
 * money came, which a person must account for.
 */
export const isDeletable = (payment: PaymentRow): boolean =>
  isOpen(payment) && !wasPaid(payment.outsource_status)

/** A posted payment can be reversed, once (rules 16.14). */
export const isReversible = ({ status, reversal }: PaymentRow): boolean =>
  status === PAYMENT_STATUS.posted && reversal === null

/** Statuses of a reservation that was approved and not taken back. */
const STANDING: readonly number[] = [STATUS.approved, STATUS.ongoing, STATUS.completed]

/** Returns which of a payment and its reservation is still to be approved; null where this step cannot be taken any more. */
export function approvalOf(payment: PaymentRow): { payment: boolean; reservation: boolean } | 'done' | null {
  const { status, reservation_status } = payment
  if (reservation_status === null) return null
  const open = isOpen(payment)
  const verified = status === PAYMENT_STATUS.verified
  const waits = reservation_status === STATUS.approval
  const stands = STANDING.includes(reservation_status)
  if (!(open || verified) || !(waits || stands)) return null
  return verified && stands ? 'done' : { payment: open, reservation: waits }
}

/** Returns what this actor may do with a payment now, sent with it as `can`; `edit` is of remarks, and back to for verification. */
export function abilities(actor: Actor, payment: PaymentRow): Payment['can'] {
  const always: Payment['can'] = mayOpenReceipt(actor, payment) ? ['receipt'] : []
  if (mayOpenSlip(actor, payment)) always.push('chequeSlip')
  always.push(...certificateAbilities(actor, payment))
  if (actor.area !== 'admin') return always
  const has = (flag: string) => can(actor, 'payments', flag)
  const result: Payment['can'] = []
  if (!isLocked(payment) && has('edit')) {
    result.push('edit')
    const refused = isByGateway(payment.type) && moneyState(payment.outsource_status) === 'refused'
    if (has('verify') && !refused) result.push('verify')
    if (has('posted') && !refused) result.push('post')
    if (has('reject')) result.push('reject')
  }
  if (isDeletable(payment) && has('reject')) result.push('delete')
  if (isReversible(payment) && has('reverse')) result.push('reverse')
  const approval = approvalOf(payment)
  if (approval !== null && approval !== 'done' && has('verify') && can(actor, 'reservations', 'approve'))
    result.push('approveReserved')
  return [...result, ...always]
}

/** Whether posting a payment gives a receipt: with a reservation's of ₱0.00 nothing was paid (rules 8.27). */
export const givesReceipt = (row: Pick<PaymentRow, 'amount_paid'>): boolean => row.amount_paid > 0

/** Columns of a payment that decide who opens its receipt and the slip of its cheque. */
type ReceiptFacts = Pick<
  PaymentRow,
  'status' | 'receipt_number' | 'cheque_date' | 'post_by_id' | 'posted_by_id'
>

/** Whether an actor opens the receipt of a posted payment: residents their own, cashiers what they gave (rules 17.11). */
export function mayOpenReceipt(actor: Actor, row: ReceiptFacts): boolean {
  if (row.status !== PAYMENT_STATUS.posted || row.receipt_number === null) return false
  return actor.area === 'client' || readsAll(actor) || (tookIt(actor, row) && row.posted_by_id === actor.id)
}

/** Whether an actor opens the slip of a cheque: cashiers that of one that was handed to them (rules 17.11). */
export const mayOpenSlip = (actor: Actor, row: ReceiptFacts): boolean =>
  row.cheque_date !== null && (readsAll(actor) || tookIt(actor, row))

const readsAll = (actor: Actor): boolean => actor.area === 'admin' && can(actor, 'payments', 'view')
const tookIt = (actor: Actor, row: ReceiptFacts): boolean =>
  actor.area === 'admin' && can(actor, 'payments', 'counter') && row.post_by_id === actor.id

/** Columns of a payment that decide about its certificate. */
type CertificateFacts = Pick<PaymentRow, 'status' | 'reversal' | 'withholding'>

/** Returns what an actor may do with a payment's certificate: residents send it until it is received, the office says whether it is. */
export function certificateAbilities(actor: Actor, row: CertificateFacts): Payment['can'] {
  const counts =
    row.status !== PAYMENT_STATUS.deleted && row.status !== PAYMENT_STATUS.rejected && row.reversal === null
  if (row.withholding === null || !counts) return []
  if (actor.area === 'client') return row.withholding.receivedAt === null ? ['sendCertificate'] : []
  return can(actor, 'payments', 'verify') ? ['markCertificate'] : []
}

/** Folders of what residents send with a payment. */
const OF_RESIDENTS: readonly Folder[] = ['depositslip', 'certificates']

/**
 * Whether an actor may open a file of a payment: an administrator who may view payments, and its tenant the slip, also the
 * counter's, and the certificate, but not the office's proof; nobody once it is deleted.
 */
export async function mayReadPaymentFile(
  db: DbOrTx,
  actor: Actor,
  paymentId: number,
  key: string,
): Promise<boolean> {
  if (actor.area !== 'client')
    return can(actor, 'payments', 'view') && (await findRow(db, paymentId)) !== undefined
  const row = await findRow(db, paymentId, { tenantId: actor.id })
  if (!row) return false
  const folder = parseKey(key)?.folder
  // the counter's picture lies beside the office's proofs
  return (folder && OF_RESIDENTS.includes(folder)) || row.images.some(({ url }) => url === key)
}
