import type { GatewayOutcome } from '#features/payments/gateway-outcome.ts'
import type { PaymentRow } from '#features/payments/repository.ts'
import { applyOutcome, type AppliedOutcome } from '#features/posting/apply-outcome.ts'
import type { Tx } from '#platform/db/client.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { FINAL_STATUS_CODES } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { setNextInquiry } from './repository.ts'
import { saveVerdict, type Verdict } from './store-message.ts'

export interface StoredOutcome {
  readonly outcome: GatewayOutcome
  readonly messageId: number
}

export type OutcomeContext = Pick<PlatformContext, 'db' | 'relay'> & {
  readonly config: Pick<PlatformContext['config'], 'communityTimeZone'>
}

/**
 * Applies outcomes (a gateway's reports on a payment). Also stores how each message was processed, and
 * schedules the next inquiry at the gateway. All is one transaction: a crash leaves all or nothing, and a
 * repeated message has no second effect.
 */
export async function applyOutcomes(
  services: OutcomeContext,
  paymentId: number,
  outcomes: readonly StoredOutcome[],
): Promise<Verdict[]> {
  return runInTransaction(services, async (tx) => {
    const verdicts: Verdict[] = []
    for (const { outcome, messageId } of outcomes) {
      const { effect, paymentBefore, statusCode } = await applyOutcome(
        tx,
        paymentId,
        outcome,
        messageId,
        services.config.communityTimeZone,
      )
      const verdict = getVerdict(effect, paymentBefore, outcome)
      await saveVerdict(tx, messageId, verdict)
      await scheduleConfirmation(tx, paymentBefore, statusCode, outcome)
      verdicts.push(verdict)
    }
    return verdicts
  })
}

function getVerdict(
  effect: AppliedOutcome['effect'],
  paymentBefore: PaymentRow,
  { amount, outsourceStatus }: GatewayOutcome,
): Verdict {
  if (effect === 'changed') return 'accepted'
  if (effect === 'setAside')
    return amount !== null && amount !== paymentBefore.amount_paid ? 'amountDiffers' : 'setAside'
  return paymentBefore.outsource_status === outsourceStatus ? 'duplicate' : 'late'
}

// Seconds after a message 'pending' until the portal first asks the gateway for the payment's state.
const FOLLOW_UP_SECONDS = 60

/**
 * Schedules an inquiry about the payment's state at the gateway: at once after a success without a signed
 * amount, after FOLLOW_UP_SECONDS for a pending payment. A final status ends the inquiries (`applyOutcome`).
 */
async function scheduleConfirmation(
  tx: Tx,
  { id, status, outsource_status, gateway_amount }: PaymentRow,
  statusCode: string | null,
  { amount, source }: GatewayOutcome,
): Promise<void> {
  if (status === PAYMENT_STATUS.deleted || source === 'inquiry') return
  if (statusCode === 'S' && gateway_amount === null && amount === null) await setNextInquiry(tx, id, 0)
  else if (outsource_status === null && statusCode && !FINAL_STATUS_CODES.includes(statusCode))
    await setNextInquiry(tx, id, FOLLOW_UP_SECONDS)
}
