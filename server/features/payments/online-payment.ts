/** A request to a gateway for a payment. */
export interface PaymentRequest {
  /** Ours, new for every attempt and unique in the database (at most 40 characters). */
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
  /** A failure that the gateway may take back, so that it is asked again. */
  readonly provisional?: boolean
}

/** Facts of an outcome that tells its letter only. */
export const NO_FACTS = {
  reference: null,
  amount: null,
  fee: null,
  currency: null,
  method: null,
  settledAt: null,
} as const
