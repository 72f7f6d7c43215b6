import type { PaymentType } from '@tahanan/contract/billing/payment.ts'

export type GatewayName = 'dragonpay' | 'aqwire'

/** What is to be paid, as a gateway is asked for it. */
export interface PaymentRequest {
  /** Ours, new for every attempt and unique in the database (at most 40 characters). */
  readonly txnId: string
  readonly paymentId: number
  /** Pesos. */
  readonly amount: number
  readonly email: string
  readonly name: string
  readonly mobile: string
  readonly unitNumber: string
  readonly description: string
}

/** Where to send the resident's browser. */
export interface CreatedPayment {
  readonly url: string
  /** The gateway's own number, where it is known already. */
  readonly reference: string | null
}

/**
 * What became of a payment at its gateway, from a message whose digest verified or from our own inquiry. Nothing else is
 * ever made into one: a browser's word is a hint (facts of the gateways, 'Rules for both').
 */
export interface GatewayOutcome {
  /** The gateway's letter as it came, S, P, F, R …; AQWire's words are brought into these letters by its adapter. */
  readonly outsourceStatus: string
  readonly reference: string | null
  readonly message: string
  /** Pesos as the gateway says; null where it did not say (a Dragonpay digest does not cover the amount). */
  readonly amount: number | null
  readonly fee: number | null
  readonly currency: string | null
  readonly method: string | null
  readonly settledAt: Date | null
  readonly source: 'message' | 'inquiry'
}

/** One way of paying online; behind it a real gateway or the sandbox. */
export interface PaymentGateway {
  readonly name: GatewayName
  readonly type: PaymentType
  /** Whether nothing real is paid. */
  readonly sandbox: boolean
  /** Asks for a payment page. Throws GatewayError; after a time-out asks the gateway before it tries again. */
  create(request: PaymentRequest): Promise<CreatedPayment>
  /** What the gateway says of a payment now; null where it does not know it. Throws GatewayError when it cannot be asked. */
  inquire(payment: { txnId: string; reference: string | null }): Promise<GatewayOutcome | null>
}

/** The gateway could not be asked, or refused; `message` is what it said, for people. */
export class GatewayError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'GatewayError'
  }
}
