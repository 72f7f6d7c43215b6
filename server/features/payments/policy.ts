import { hasPermission, requirePermission, type Actor, type AdminActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { parseKey } from '#platform/files/store/file-key.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { isGatewayPayment, PAYMENT_FLAGS, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { UploadFolder } from '@tahanan/contract/limits.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { getMoneyState, wasPaid } from './decide-payment-change.ts'
import { type PaymentRow, findPaymentRow } from './repository.ts'

/** Statuses that the office can set. `created` is not among them, but a payment can keep it (rules 8.5). */
export type ReviewStatus = keyof typeof PAYMENT_FLAGS

/** Throws 403 with the name of the flag that the administrator lacks for setting this status (rules 8.5). */
export function requireStatusFlag(actor: AdminActor, status: ReviewStatus): void {
  const flag = PAYMENT_FLAGS[status]
  if (flag) requirePermission(actor, 'payments', flag)
}

/** Returns whether the payment is final: posted payments do not change (rules 8.6). */
export const isLocked = ({ status }: PaymentRow): boolean => status === PAYMENT_STATUS.posted

const isOpen = ({ status }: PaymentRow): boolean =>
  status === PAYMENT_STATUS.created || status === PAYMENT_STATUS.forVerification

/**
 * Returns whether the payment can be deleted (rules 8.7). It cannot after the office has decided, or after
 * the gateway has reported success, because then it must be reviewed.
 */
export const isDeletable = (payment: PaymentRow): boolean =>
  isOpen(payment) && !wasPaid(payment.outsource_status)

/** Returns whether the payment can be reversed: it must be posted and not reversed yet (rules 16.14). */
export const isReversible = ({ status, reversal }: PaymentRow): boolean =>
  status === PAYMENT_STATUS.posted && reversal === null

const APPROVED_RESERVATION_STATUSES: readonly number[] = [STATUS.approved, STATUS.ongoing, STATUS.completed]

/**
 * Returns what still needs approval: the payment, its reservation or both. Returns 'done' if both are
 * approved, and null if they cannot be approved together.
 */
export function getPendingApproval(
  payment: PaymentRow,
): { payment: boolean; reservation: boolean } | 'done' | null {
  const { status, reservation_status } = payment
  // A reservation's payment above 0 was made by a resident. It is verified like other payments, not approved
  // with the reservation.
  if (reservation_status === null || payment.amount_paid > 0) return null
  const isPaymentOpen = isOpen(payment)
  const isVerified = status === PAYMENT_STATUS.verified
  const isReservationPending = reservation_status === STATUS.approval
  const isReservationApproved = APPROVED_RESERVATION_STATUSES.includes(reservation_status)
  if (!(isPaymentOpen || isVerified) || !(isReservationPending || isReservationApproved)) return null
  return isVerified && isReservationApproved
    ? 'done'
    : { payment: isPaymentOpen, reservation: isReservationPending }
}

/**
 * Lists what the actor may do with the payment. `edit` includes changing remarks and the return to
 * verification.
 */
export function getPaymentAbilities(actor: Actor, payment: PaymentRow): Payment['can'] {
  const openAbilities: Payment['can'] = mayOpenReceipt(actor, payment) ? ['receipt'] : []
  if (mayOpenChequeSlip(actor, payment)) openAbilities.push('chequeSlip')
  openAbilities.push(...getCertificateAbilities(actor, payment))
  if (actor.area !== 'admin') return openAbilities
  const hasFlag = (flag: string) => hasPermission(actor, 'payments', flag)
  const abilities: Payment['can'] = []
  if (!isLocked(payment) && hasFlag('edit')) {
    abilities.push('edit')
    const isRefused = isGatewayPayment(payment.type) && getMoneyState(payment.outsource_status) === 'refused'
    if (hasFlag('verify') && !isRefused) abilities.push('verify')
    if (hasFlag('posted') && !isRefused) abilities.push('post')
    if (hasFlag('reject')) abilities.push('reject')
  }
  if (isDeletable(payment) && hasFlag('reject')) abilities.push('delete')
  if (isReversible(payment) && hasFlag('reverse')) abilities.push('reverse')
  const approval = getPendingApproval(payment)
  if (
    approval !== null &&
    approval !== 'done' &&
    hasFlag('verify') &&
    hasPermission(actor, 'reservations', 'approve')
  )
    abilities.push('approveReserved')
  return [...abilities, ...openAbilities]
}

/**
 * Returns whether posting the payment creates a receipt. A reservation's payment of ₱0.00 has none (rules
 * 8.27).
 */
export const hasReceipt = (row: Pick<PaymentRow, 'amount_paid'>): boolean => row.amount_paid > 0

type ReceiptFacts = Pick<
  PaymentRow,
  'status' | 'receipt_number' | 'cheque_date' | 'post_by_id' | 'posted_by_id'
>

/**
 * Returns whether the actor may open the receipt. Residents may open their own receipts, cashiers those that
 * they issued (rules 17.11).
 */
export function mayOpenReceipt(actor: Actor, row: ReceiptFacts): boolean {
  if (row.status !== PAYMENT_STATUS.posted || row.receipt_number === null) return false
  return (
    actor.area === 'client' ||
    canReadAllPayments(actor) ||
    (hasReceivedMoney(actor, row) && row.posted_by_id === actor.id)
  )
}

/**
 * Returns whether the actor may open the cheque slip. Cashiers may only open slips of cheques that they
 * received (rules 17.11).
 */
export const mayOpenChequeSlip = (actor: Actor, row: ReceiptFacts): boolean =>
  row.cheque_date !== null && (canReadAllPayments(actor) || hasReceivedMoney(actor, row))

const canReadAllPayments = (actor: Actor): boolean =>
  actor.area === 'admin' && hasPermission(actor, 'payments', 'view')
const hasReceivedMoney = (actor: Actor, row: ReceiptFacts): boolean =>
  actor.area === 'admin' && hasPermission(actor, 'payments', 'counter') && row.post_by_id === actor.id

type CertificateFacts = Pick<PaymentRow, 'status' | 'reversal' | 'withholding'>

/**
 * Lists what the actor may do with the certificate of withheld tax. Residents may upload it until the office
 * has received it; the office may mark it as received.
 */
export function getCertificateAbilities(actor: Actor, row: CertificateFacts): Payment['can'] {
  const isPaymentValid =
    row.status !== PAYMENT_STATUS.deleted && row.status !== PAYMENT_STATUS.rejected && row.reversal === null
  if (row.withholding === null || !isPaymentValid) return []
  if (actor.area === 'client') return row.withholding.receivedAt === null ? ['sendCertificate'] : []
  return hasPermission(actor, 'payments', 'verify') ? ['markCertificate'] : []
}

const RESIDENT_FOLDERS: readonly UploadFolder[] = ['depositslip', 'certificates']

/**
 * Returns whether the actor may open a file of the payment. Administrators who may view payments may open all
 * files. The tenant may open the slip (also one from the counter) and the certificate, but not the office's
 * proof. Nobody may open files of a deleted payment.
 */
export async function mayReadPaymentFile(
  db: DbOrTx,
  actor: Actor,
  paymentId: number,
  key: string,
): Promise<boolean> {
  if (actor.area !== 'client')
    return hasPermission(actor, 'payments', 'view') && (await findPaymentRow(db, paymentId)) !== undefined
  const row = await findPaymentRow(db, paymentId, { tenantId: actor.id })
  if (!row) return false
  const folder = parseKey(key)?.folder
  // Pictures from the counter and the office's proofs are in the same folder. Only `images` shows which of
  // them the tenant may open.
  return (folder && RESIDENT_FOLDERS.includes(folder)) || row.images.some(({ url }) => url === key)
}
