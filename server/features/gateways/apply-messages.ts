import type { GatewayOutcome } from '#features/payments/online-payment.ts'
import type { PaymentRow } from '#features/payments/repository.ts'
import { applyOutcome, type AppliedOutcome } from '#features/posting/apply-outcome.ts'
import type { Tx } from '#platform/db/client.ts'
import { change, type Services } from '#platform/services.ts'
import { FINAL_LETTERS } from '@tahanan/contract/billing/gateway-outcome.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { judgeMessage, type Verdict } from './messages.ts'
import { setNextInquiry } from './repository.ts'

/** An outcome with the stored message that it was read from. */
export interface HeardOutcome {
  readonly outcome: GatewayOutcome
  readonly messageId: number
}

/**
 * Acts on what gateways said of one payment, in one transaction with the verdicts on the messages and the time of the next
 * inquiry: a process killed at any point has done all of it or none, and the same message again finds it done.
 */
export async function settle(
  services: Pick<Services, 'db' | 'relay'>,
  paymentId: number,
  heard: readonly HeardOutcome[],
): Promise<Verdict[]> {
  return change(services, async (tx) => {
    const verdicts: Verdict[] = []
    for (const { outcome, messageId } of heard) {
      const { effect, before, letter } = await applyOutcome(tx, paymentId, outcome, messageId)
      const verdict = verdictOf(effect, before, outcome)
      await judgeMessage(tx, messageId, verdict)
      await scheduleConfirmation(tx, before, letter, outcome)
      verdicts.push(verdict)
    }
    return verdicts
  })
}

function verdictOf(
  effect: AppliedOutcome['effect'],
  before: PaymentRow,
  { amount, outsourceStatus }: GatewayOutcome,
): Verdict {
  if (effect === 'changed') return 'accepted'
  if (effect === 'setAside')
    return amount !== null && amount !== before.amount_paid ? 'amountDiffers' : 'setAside'
  return before.outsource_status === outsourceStatus ? 'duplicate' : 'late'
}

/** Time to the next question, when a message says that something is under way and none was planned. */
const SOON_SECONDS = 60

/**
 * A final word ends the inquiries (`applyOutcome` does). But a success whose amount was no part of what was verified is
 * confirmed at once by our own question, and one that says 'pending' is followed up.
 */
async function scheduleConfirmation(
  tx: Tx,
  { id, status, outsource_status, gateway_amount }: PaymentRow,
  letter: string | null,
  { amount, source }: GatewayOutcome,
): Promise<void> {
  if (status === PAYMENT_STATUS.deleted || source === 'inquiry') return
  if (letter === 'S' && gateway_amount === null && amount === null) await setNextInquiry(tx, id, 0)
  else if (outsource_status === null && letter && !FINAL_LETTERS.includes(letter))
    await setNextInquiry(tx, id, SOON_SECONDS)
}
