export interface PaymentRequest {
  /** The portal's number of the attempt, unique in the database (at most 40 characters). */
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
 * State of a payment at its gateway, from a message with a verified digest or from our own inquiry, never
 * from a browser (rules 8.14).
 */
export interface GatewayOutcome {
  /** The gateway's status letter: S, P, F, R …; the adapter of AQWire maps its words to letters. */
  readonly outsourceStatus: string
  readonly reference: string | null
  readonly message: string
  /** Pesos reported by the gateway; null if not reported (Dragonpay's digest does not cover the amount). */
  readonly amount: number | null
  readonly fee: number | null
  readonly currency: string | null
  readonly method: string | null
  readonly settledAt: Date | null
  readonly source: 'message' | 'inquiry'
  /** A failure that the gateway may revise, so inquiries continue. */
  readonly provisional?: boolean
}

export const NO_FACTS = {
  reference: null,
  amount: null,
  fee: null,
  currency: null,
  method: null,
  settledAt: null,
} as const
