import type { Tx } from '../../../platform/db/client.ts'
import { change } from '../../../platform/services.ts'
import type { Services } from '../../../platform/services.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import type { OutcomeEffect } from '../payments/apply-outcome.ts'
import type { GatewayOutcome } from './gateway.ts'
import { judgeMessage } from './messages.ts'
import type { Verdict } from './messages.ts'
import { lockOnlinePayment, setNextInquiry } from './repository.ts'
import type { OnlinePaymentRow } from './repository.ts'

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
      const before = await lockOnlinePayment(tx, paymentId)
      if (!before) throw new Error(`payment ${paymentId} is not there to be settled`)
      const { effect } = await applyOutcome(tx, paymentId, outcome, messageId)
      const verdict = verdictOf(effect, before, outcome)
      await judgeMessage(tx, messageId, verdict)
      await scheduleConfirmation(tx, before, outcome)
      verdicts.push(verdict)
    }
    return verdicts
  })
}

function verdictOf(
  effect: OutcomeEffect['effect'],
  before: OnlinePaymentRow,
  { amount, outsourceStatus }: GatewayOutcome,
): Verdict {
  if (effect === 'changed') return 'accepted'
  if (effect === 'setAside')
    return amount !== null && amount !== before.amountPaid ? 'amountDiffers' : 'setAside'
  return before.outsourceStatus === outsourceStatus ? 'duplicate' : 'late'
}

/** Time to the next question, when a message says that something is under way and none was planned. */
const SOON_SECONDS = 60

/**
 * A final word ends the inquiries (`applyOutcome` does). But a success whose amount was no part of what was verified is
 * confirmed at once by our own question, and one that says 'pending' is followed up.
 */
async function scheduleConfirmation(
  tx: Tx,
  before: OnlinePaymentRow,
  outcome: GatewayOutcome,
): Promise<void> {
  if (before.status === 0 || outcome.source === 'inquiry') return
  const after = await lockOnlinePayment(tx, before.id)
  if (after?.outsourceStatus === 'S' && after.gatewayAmount === null) await setNextInquiry(tx, before.id, 0)
  else if (before.outsourceStatus === null && after?.outsourceStatus && !isFinal(after.outsourceStatus))
    await setNextInquiry(tx, before.id, SOON_SECONDS)
}

const isFinal = (letter: string) => 'SFVRK'.includes(letter)
