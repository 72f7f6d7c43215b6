import type { Tx } from '../../db/client.ts'
import type { GatewayOutcome } from '../gateways/gateway.ts'

/** What an outcome did: moved the payment or its outsource status, nothing, or put it before a person. */
export interface OutcomeEffect {
  readonly effect: 'changed' | 'none' | 'setAside'
}

/**
 * Acts on what a gateway said of a payment, in the caller's transaction; `messageId` is the stored message that it came
 * with (`gateway_messages`), null for none. The row is locked first, so the same outcome many times at once counts once.
 * `none` for a payment that does not exist or was deleted.
 */
export async function applyOutcome(
  _tx: Tx,
  _paymentId: number,
  _outcome: GatewayOutcome,
  _messageId: number | null,
): Promise<OutcomeEffect> {
  throw new Error('the body follows')
}
