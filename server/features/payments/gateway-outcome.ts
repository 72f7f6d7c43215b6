export interface PaymentRequest {
  /**
   * Number of the payment attempt that the portal sends to the gateway; unique in the database, at most 40
   * characters.
   */
  readonly txnId: string
  /** Pesos. */
  readonly amount: number
  readonly email: string
  readonly name: string
  readonly mobile: string
  readonly unitNumber: string
  readonly description: string
}

/**
 * Outcome (the gateway's report on an online payment). It comes from a message with a verified digest or from
 * asking the gateway, never from a browser (rules 8.14).
 */
export interface GatewayOutcome {
  /** Status code of Dragonpay: S, P, F, R …. The adapter of AQWire converts its statuses to these codes. */
  readonly outsourceStatus: string
  readonly reference: string | null
  readonly message: string
  /**
   * Pesos. Null if the amount was not reported, or if the message's digest does not include it, as in
   * Dragonpay's messages.
   */
  readonly amount: number | null
  readonly fee: number | null
  readonly currency: string | null
  readonly method: string | null
  readonly settledAt: Date | null
  readonly source: 'message' | 'inquiry'
  /** Whether the gateway may revise this failure later, so that the portal asks again. */
  readonly provisional?: boolean
}

export const NO_GATEWAY_DATA = {
  reference: null,
  amount: null,
  fee: null,
  currency: null,
  method: null,
  settledAt: null,
} as const
