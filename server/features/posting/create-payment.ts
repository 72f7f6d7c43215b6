import { Type } from 'typebox'
import { recordPaymentEvent } from '#features/payments/record-payment-event.ts'
import { listSimilarPayments, type Withholding } from '#features/payments/repository.ts'
import { insertPayment, type NewPayment } from '#features/payments/save-payment.ts'
import { addWithholding } from '#features/withholding/changes.ts'
import type { Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { claimFiles } from '#platform/files/claim-files.ts'
import { formatOutcome } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_STATUS, PAYMENT_STATUSES, getPaymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { formatLongDay } from '@tahanan/contract/time.ts'

export type NewPaymentWithTax = NewPayment & { readonly withholding?: Withholding | undefined }

/**
 * Creates a payment. The caller must send the notifications. `note` is a remark of the office for the
 * payment's history.
 */
export async function createPayment(
  tx: Tx,
  actor: Actor,
  { withholding, ...payment }: NewPaymentWithTax,
  note?: string,
) {
  const createdPayment = await insertPayment(tx, payment)
  const { id } = createdPayment
  const keys = payment.images?.map(({ url }) => url) ?? []
  if (keys.length > 0) await claimFiles(tx, actor, { kind: 'payment', id }, keys, 'images')
  if (withholding) await addWithholding(tx, actor, id, withholding)
  await recordPaymentEvent(tx, actor, {
    payment_id: id,
    from_status: null,
    to_status: payment.status,
    ...(note && { mark: 'note', remark: note }),
  })
  return createdPayment
}

export const DuplicateConfirmation = Type.Object({
  confirmedDuplicate: Type.Optional(
    Type.Boolean({ description: 'The second press, after 409 `possibleDuplicate`' }),
  ),
})

/**
 * Throws 409 if the tenant has another payment with the same amount and day (rules 8.40). Call it after the
 * payment got its number. The number's lock makes simultaneous payments run one after another, so the second
 * one finds the first and is refused.
 */
export async function requireNoDuplicate(tx: Tx, id: number, timeZone: string): Promise<void> {
  const [latestPayment, ...otherPayments] = await listSimilarPayments(tx, id, timeZone)
  if (!latestPayment) return
  const { reference_number: number, amount_paid: amount, type, status, outsource_status, day } = latestPayment
  const paymentText = `${formatPesos(amount)} by ${getPaymentTypeInfo(type).label}, ${formatLongDay(day)}`
  // A payment with the status 'rejected' is listed only if it was paid after a failure (rules 8.41).
  const label =
    status === PAYMENT_STATUS.rejected
      ? formatOutcome(outsource_status)
      : PAYMENT_STATUSES.find((info) => info.status === status)?.label
  const moreText =
    otherPayments.length === 0
      ? ''
      : ` ${otherPayments.length} more ${otherPayments.length === 1 ? 'is' : 'are'} like it.`
  const earlierText = `${number} already: ${paymentText}, ${label?.toLowerCase() ?? ''}.${moreText}`
  throw new PortalError('possibleDuplicate', { placeholders: { earlier: earlierText } })
}
