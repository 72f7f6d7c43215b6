import type { GatewayOutcome, PaymentRequest } from '#features/payments/gateway-outcome.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { OnlinePaymentType } from '@tahanan/contract/billing/payment.ts'
import type { Fields } from './fields.ts'
import type { GatewayName } from './gateway-config.ts'
import type { OnlinePaymentRow } from './repository.ts'

export interface PaymentPage {
  readonly url: string
  readonly reference: string | null
  /**
   * Raw answer of the gateway. Null if the browser is redirected by a signed URL, because this needs no API
   * call.
   */
  readonly raw: unknown
}

export interface PaymentNumbers {
  readonly txnId: string
  readonly reference: string | null
}

export interface InquiryAnswer {
  readonly raw: unknown
  /** `untouched`: the resident has not started to pay; `unknown`: the gateway does not know the payment. */
  readonly result: GatewayOutcome | 'untouched' | 'unknown'
}

export const TIMEOUTS = { create: 10_000, inquire: 5000 }
export type GatewayTimeouts = Readonly<typeof TIMEOUTS>

export interface GatewayMessage {
  readonly txnId: string | null
  find(db: DbOrTx, tenantId?: number): Promise<OnlinePaymentRow | undefined>
  /**
   * Function that verifies the message. Null for a message that needs no verification, because it only makes
   * the portal ask the gateway.
   */
  readonly isGenuine: (() => Promise<boolean>) | null
  /**
   * State of the payment by this message. Null if the message does not contain it; then the portal asks the
   * gateway.
   */
  readonly outcome: GatewayOutcome | null
}

/** Parses messages of a gateway. The methods return null for an unreadable message. */
export interface MessageReader {
  /**
   * Parses a call of the gateway's server. `content` is the raw body or query; `signature` is the signature in the
   * URL.
   */
  readCallback(content: Buffer, signature: string): GatewayMessage | null
  readReturn(number: string, body: Fields): GatewayMessage | null
}

export interface PaymentGateway extends MessageReader {
  readonly name: GatewayName
  readonly type: OnlinePaymentType
  readonly sandbox: boolean
  create(request: PaymentRequest): Promise<PaymentPage>
  inquire(payment: PaymentNumbers): Promise<InquiryAnswer>
}

/** Error of a gateway. `message` is shown to users and contains no secret. */
export class GatewayError extends Error {
  /**
   * True if the gateway may have processed the call: it sent no answer, a broken answer, or a server error.
   */
  readonly uncertain: boolean
  readonly answer: unknown

  constructor(message: string, options: { cause?: unknown; uncertain?: boolean; answer?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'GatewayError'
    this.uncertain = options.uncertain ?? false
    this.answer = options.answer
  }
}
