import { Type } from 'typebox'
import { recordPaymentEvent } from '#features/payments/history.ts'
import { findAlike, type Withholding } from '#features/payments/repository.ts'
import { insertPayment, type NewPayment } from '#features/payments/save-payment.ts'
import { addWithholding } from '#features/withholding/changes.ts'
import type { Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { claimFiles } from '#platform/files/ownership.ts'
import { PAYMENT_STATUSES, paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { pesos } from '@tahanan/contract/money.ts'
import { formatLongDay } from '@tahanan/contract/time.ts'

/** A payment to create, with the tax withheld of it. */
export type CreatedPayment = NewPayment & { readonly withholding?: Withholding | undefined }

/**
 * Creates a payment with its files, the tax withheld and the first event of its history, which may have a `note` of the office. Whoever
 * else is to be notified is the caller's business.
 */
export async function createPayment(
  tx: Tx,
  actor: Actor,
  { withholding, ...payment }: CreatedPayment,
  note?: string,
) {
  const made = await insertPayment(tx, payment)
  const { id } = made
  const keys = payment.images?.map(({ url }) => url) ?? []
  if (keys.length > 0) await claimFiles(tx, actor, { kind: 'payment', id }, keys, 'images')
  if (withholding) await addWithholding(tx, actor, id, withholding)
  await recordPaymentEvent(tx, actor, {
    payment_id: id,
    from_status: null,
    to_status: payment.status,
    ...(note && { mark: 'note', remark: note }),
  })
  return made
}

/** Part of a body that says that a payment is another one than those that it looks like. */
export const AnotherPayment = Type.Object({
  confirmedDuplicate: Type.Optional(
    Type.Boolean({ description: 'The second press, after 409 `possibleDuplicate`' }),
  ),
})

/**
 * Asks about a payment that was just created where its tenant has another of its amount and day (rules 8.40). It comes after the
 * payment's number, whose lock puts payments in order, so that of two that come at once one is asked about. Throws 409.
 */
export async function requireAnother(tx: Tx, id: number, timeZone: string): Promise<void> {
  const [latest, ...others] = await findAlike(tx, id, timeZone)
  if (!latest) return
  const { reference_number: number, amount_paid: amount, type, status, day } = latest
  const paid = `${pesos(amount)} by ${paymentTypeInfo(type).label}, ${formatLongDay(day)}`
  const label = PAYMENT_STATUSES.find((info) => info.status === status)?.label.toLowerCase() ?? ''
  const more =
    others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'is' : 'are'} like it.`
  const earlier = `${number} already: ${paid}, ${label}.${more}`
  throw new PortalError('possibleDuplicate', { blanks: { earlier } })
}
