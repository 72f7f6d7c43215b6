import type { GatewayOutcome, PaymentRequest } from '#features/payments/gateway-outcome.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { OnlineType } from '@tahanan/contract/billing/payment.ts'
import type { Fields } from './fields.ts'
import type { GatewayName } from './gateway-config.ts'
import type { OnlinePaymentRow } from './repository.ts'

export interface CreatedPayment {
  readonly url: string
  readonly reference: string | null
  /** The gateway's raw answer; null for a signed redirect, which needs no call. */
  readonly raw: unknown
}

export interface KnownPayment {
  readonly txnId: string
  readonly reference: string | null
}

export interface InquiryAnswer {
  readonly raw: unknown
  /** `untouched` if the resident has not started, `unknown` if the gateway does not know the payment. */
  readonly said: GatewayOutcome | 'untouched' | 'unknown'
}

export const TIMEOUTS = { create: 10_000, inquire: 5000 }
export type GatewayTimeouts = Readonly<typeof TIMEOUTS>

export interface GatewayMessage {
  readonly txnId: string | null
  find(db: DbOrTx, tenantId?: number): Promise<OnlinePaymentRow | undefined>
  /** Verifies the message; null for a message that only triggers an inquiry. */
  readonly isGenuine: (() => Promise<boolean>) | null
  /** The state in the message itself; null if the gateway must be asked. */
  readonly outcome: GatewayOutcome | null
}

/** Parses a gateway's messages; null for an unreadable one. */
export interface MessageReader {
  /** Parses the raw call of the gateway; `sign` is the signature in its URL. */
  readCallback(content: Buffer, sign: string): GatewayMessage | null
  /** Parses the parameters of a returning browser; `number` is the payment's in the path. */
  readReturn(number: string, body: Fields): GatewayMessage | null
}

export interface PaymentGateway extends MessageReader {
  readonly name: GatewayName
  readonly type: OnlineType
  readonly sandbox: boolean
  create(request: PaymentRequest): Promise<CreatedPayment>
  inquire(payment: KnownPayment): Promise<InquiryAnswer>
}

/** Error of a call to a gateway, or its refusal; `message` is for display and contains no secret. */
export class GatewayError extends Error {
  /** Whether the gateway may have processed the call nevertheless: no answer, a broken one, or a server error. */
  readonly uncertain: boolean
  /** The raw answer, cut; undefined without one. */
  readonly answer: unknown

  constructor(message: string, options: { cause?: unknown; uncertain?: boolean; answer?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'GatewayError'
    this.uncertain = options.uncertain ?? false
    this.answer = options.answer
  }
}
