import type { Details } from '@tahanan/contract/tickets/validate.ts'
import type { ResidentActor } from '../../actor.ts'
import type { Tx } from '../../db/client.ts'
import type { PaymentRequest } from '../gateways/gateway.ts'

/** What a gateway is asked for, and the number that people know the payment by. */
export interface OnlinePayment extends PaymentRequest {
  readonly referenceNumber: string
}

/**
 * Creates a payment by Dragonpay (2) or AQWire (3) with status 1, from the body of the resident's call: e-mail, amount
 * and mobile; everything else in it is ignored (decisions §1). Throws 400 with the fields' messages.
 */
export async function createOnlinePayment(
  _tx: Tx,
  _actor: ResidentActor,
  _type: 2 | 3,
  _body: Readonly<Details>,
  _context: { readonly timeZone: string; readonly sandbox: boolean },
): Promise<OnlinePayment> {
  throw new Error('the body follows')
}
