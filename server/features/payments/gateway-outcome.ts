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
 * Comes from a message with a verified digest or from an inquiry of the portal, never from a browser (rules 8.14).
 */
export interface GatewayOutcome {
  /** Status letter: S, P, F, R …. The adapter of AQWire maps its statuses to letters. */
  readonly outsourceStatus: string
  readonly reference: string | null
  readonly message: string
  /** Pesos; null if not reported, as in Dragonpay's messages, whose digest does not cover the amount. */
  readonly amount: number | null
  readonly fee: number | null
  readonly currency: string | null
  readonly method: string | null
  readonly settledAt: Date | null
  readonly source: 'message' | 'inquiry'
  /** The gateway may revise this failure, so inquiries continue. */
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
