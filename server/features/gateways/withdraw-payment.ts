import { toGatewayActor, recordPaymentEvent } from '#features/payments/record-payment-event.ts'
import { releaseCertificate } from '#features/withholding/changes.ts'
import { change, type Services } from '#platform/services.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { deleteUntouched } from './repository.ts'

/**
 * Deletes a payment about which the gateway has reported nothing; does nothing to other payments (rules
 * 8.18).
 */
export async function withdrawPayment(
  services: Pick<Services, 'db' | 'relay'>,
  id: number,
  why: string,
): Promise<void> {
  await change(services, async (tx) => {
    const row = await deleteUntouched(tx, id)
    if (!row) return
    await releaseCertificate(tx, id)
    await recordPaymentEvent(tx, toGatewayActor(row.type), {
      payment_id: id,
      from_status: PAYMENT_STATUS.created,
      to_status: PAYMENT_STATUS.deleted,
      remark: why,
    })
  })
}
