import { can, type Actor } from '#platform/actor.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { PaymentRow } from './repository.ts'

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
