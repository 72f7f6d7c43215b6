import type { GatewayOutcome, PaymentRequest } from '#features/payments/gateway-outcome.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { OnlineType } from '@tahanan/contract/billing/payment.ts'
import type { Fields } from './fields.ts'
import type { GatewayName } from './gateway-config.ts'
import type { OnlinePaymentRow } from './repository.ts'

/** A created payment at a gateway, with its page for the browser. */
export interface CreatedPayment {
  readonly url: string
  /** The gateway's number, if it is known already. */
  readonly reference: string | null
  /** The gateway's raw answer; null if it was not called (a signed redirect). */
  readonly raw: unknown
}

/** The portal's number of a payment, and the gateway's if known. */
export interface KnownPayment {
  readonly txnId: string
  readonly reference: string | null
}

/** A gateway's answer to an inquiry. */
export interface InquiryAnswer {
  readonly raw: unknown
  /** `untouched` if the resident has not started, `unknown` if the gateway does not know the payment. */
  readonly said: GatewayOutcome | 'untouched' | 'unknown'
}

/** Timeouts of calls to gateways, in milliseconds. */
export const TIMEOUTS = { create: 10_000, inquire: 5000 }
export type GatewayTimeouts = Readonly<typeof TIMEOUTS>

/** A parsed message of a gateway or of a returning browser. */
export interface GatewayMessage {
  readonly txnId: string | null
  /** Finds the payment; with `tenantId` only that tenant's. */
  find(db: DbOrTx, tenantId?: number): Promise<OnlinePaymentRow | undefined>
  /** Verifies the message; null for one that is only a hint. */
  readonly isGenuine: (() => Promise<boolean>) | null
  /** The state in the message itself; null for a hint to ask the gateway. */
  readonly outcome: GatewayOutcome | null
}

/** Parses a gateway's messages; null for an unreadable one. */
export interface MessageReader {
  /** Parses the raw call of the gateway; `sign` is the signature in its address. */
  readCallback(content: Buffer, sign: string): GatewayMessage | null
  /** Parses the parameters of a returning browser; `number` is the payment's in the path. */
  readReturn(number: string, body: Fields): GatewayMessage | null
}

/** A payment gateway, real or the sandbox. */
export interface PaymentGateway extends MessageReader {
  readonly name: GatewayName
  readonly type: OnlineType
  /** Whether it is the sandbox, without real money. */
  readonly sandbox: boolean
  /** Requests a payment page. Throws GatewayError. */
  create(request: PaymentRequest): Promise<CreatedPayment>
  /** Asks for a payment's state. Throws GatewayError without a readable answer. */
  inquire(payment: KnownPayment): Promise<InquiryAnswer>
}

/** Error of a call to a gateway, or its refusal; `message` is for display and contains no secret. */
export class GatewayError extends Error {
  /** Whether the gateway may have acted nevertheless: no answer, a broken one, or a server error. */
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
