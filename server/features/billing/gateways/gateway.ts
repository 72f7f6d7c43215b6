import type { PaymentType } from '@tahanan/contract/billing/payment.ts'

export type GatewayName = 'dragonpay' | 'aqwire'

/** Names of the gateways for people. */
export const GATEWAY_LABELS: Readonly<Record<GatewayName, string>> = {
  dragonpay: 'Dragonpay',
  aqwire: 'AQWire',
}

/** A request to a gateway for a payment. */
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
  /** The gateway's answer, as it came; null where it was not asked (a signed redirect). */
  readonly raw: unknown
}

/**
 * State of a payment at its gateway, from a message whose digest verified or from our own inquiry. Nothing else is
 * ever made into one: a browser's word is a hint (rules 8.14).
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

/** Which payment a gateway is asked about: our number, and the gateway's own where it is known. */
export interface KnownPayment {
  readonly txnId: string
  readonly reference: string | null
}

/** A gateway's answer to an inquiry. */
export interface InquiryAnswer {
  /** As it came. */
  readonly raw: unknown
  /** Null where the gateway does not know the payment. */
  readonly outcome: GatewayOutcome | null
  /** The gateway still waits for the resident to begin: there is no news, and nothing is done about it. */
  readonly untouched: boolean
}

/** One way of paying online; behind it a real gateway or the sandbox. */
export interface PaymentGateway {
  readonly name: GatewayName
  readonly type: Extract<PaymentType, 2 | 3>
  /** Whether this is the sandbox, where nothing real is paid. */
  readonly sandbox: boolean
  /** Asks for a payment page. Throws GatewayError; after a time-out asks the gateway before it tries again. */
  create(request: PaymentRequest): Promise<CreatedPayment>
  /** Asks the gateway for a payment's state. Throws GatewayError when it cannot be asked or its answer cannot be read. */
  inquire(payment: KnownPayment, options?: { timeoutMs?: number }): Promise<InquiryAnswer>
}

/** The gateway could not be asked, or refused; `message` is what it said, for people. It never holds a secret. */
export class GatewayError extends Error {
  /** Whether the gateway may have done what it was asked for all the same: no answer, a broken one, an error of its own. */
  readonly uncertain: boolean
  /** The gateway's answer, as it came and cut to a bounded length; undefined for none. */
  readonly answer: unknown

  constructor(message: string, options: { cause?: unknown; uncertain?: boolean; answer?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'GatewayError'
    this.uncertain = options.uncertain ?? false
    this.answer = options.answer
  }
}
