import { can, requirePermission, type Actor, type AdminActor } from '#platform/actor.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { isByGateway, PAYMENT_FLAGS, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { moneyState, wasPaid } from './decide.ts'
import { mayOpenReceipt, mayOpenSlip } from './receipts-policy.ts'
import type { PaymentRow } from './repository.ts'
import { certificateAbilities } from './withholding-policy.ts'

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
