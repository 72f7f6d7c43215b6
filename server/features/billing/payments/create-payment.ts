import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { claimFiles } from '../../../platform/files/ownership.ts'
import { addWithholding } from '../withholding/changes.ts'
import type { Withholding } from '../withholding/repository.ts'
import { insertPayment, type NewPayment } from './changes.ts'
import { recordPaymentEvent } from './history.ts'

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
