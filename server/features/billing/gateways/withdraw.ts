import { prepared } from '../../../platform/db/client.ts'
import { tell } from '../../../platform/realtime/outbox.ts'
import { change } from '../../../platform/services.ts'
import type { Services } from '../../../platform/services.ts'
import { gatewayActor, recordPaymentEvent } from '../payments/history.ts'

/**
 * Takes back a payment that its gateway refused to begin (rules 8.18). A payment of which the gateway said anything stays.
 */
export async function withdrawPayment(
  services: Pick<Services, 'db' | 'relay'>,
  id: number,
  why: string,
): Promise<void> {
  await change(services, async (tx) => {
    const [row] = await prepared<{ type: number }>(
      tx,
      'gateway-payments.withdraw',
      `update payments set status = 0, next_inquiry_at = null, version = version + 1,
         updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms')
       where id = $1 and status = 1 and outsource_status is null returning type`,
      [id],
    )
    if (!row) return
    await recordPaymentEvent(tx, gatewayActor(row.type), { paymentId: id, from: 1, to: 0, remark: why })
    await tell(tx, 'payment', { id })
  })
}
