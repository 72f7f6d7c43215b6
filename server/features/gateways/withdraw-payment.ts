import { toGatewayActor, recordPaymentEvent } from '#features/payments/record-payment-event.ts'
import { releaseCertificate } from '#features/withholding/changes.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { deleteUnstartedPayment } from './repository.ts'

/**
 * Deletes a payment about which the gateway has reported nothing; does nothing to other payments (rules
 * 8.18).
 */
export async function withdrawPayment(
  services: Pick<PlatformContext, 'db' | 'relay'>,
  id: number,
  reason: string,
): Promise<void> {
  await runInTransaction(services, async (tx) => {
    const row = await deleteUnstartedPayment(tx, id)
    if (!row) return
    await releaseCertificate(tx, id)
    await recordPaymentEvent(tx, toGatewayActor(row.type), {
      payment_id: id,
      from_status: PAYMENT_STATUS.created,
      to_status: PAYMENT_STATUS.deleted,
      remark: reason,
    })
  })
}
