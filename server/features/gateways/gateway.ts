import type { GatewayOutcome, PaymentRequest } from '#features/payments/online-payment.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { OnlineType } from '@tahanan/contract/billing/payment.ts'
import type { GatewayName } from './gateway-config.ts'
import type { Fields } from './read-answer.ts'
import type { OnlinePaymentRow } from './repository.ts'

/** Where to send the resident's browser. */
export interface CreatedPayment {
  readonly url: string
  /** The gateway's own number, where it is known already. */
  readonly reference: string | null
  /** The gateway's answer, as it came; null where it was not asked (a signed redirect). */
  readonly raw: unknown
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
  /** `untouched` while the gateway waits for the resident to begin, `unknown` where it does not know the payment. */
  readonly said: GatewayOutcome | 'untouched' | 'unknown'
}

/** Time-outs of gateways' answers, in milliseconds. */
export const TIMEOUTS = { create: 10_000, inquire: 5000 }
export type GatewayTimeouts = Readonly<typeof TIMEOUTS>

/** A message of a gateway, or of the browser that came back from it, as the gateway's reader understood it. */
export interface GatewayMessage {
  /** The number by which it names the payment. */
  readonly txnId: string | null
  /** Finds the payment that it is about; of this tenant where several numbers fit. */
  find(db: DbOrTx, tenantId?: number): Promise<OnlinePaymentRow | undefined>
  /** Whether it is the gateway's own; null where nothing of it is believed. */
  readonly isGenuine: (() => Promise<boolean>) | null
  /** The state that it tells by itself; null for a hint to ask. */
  readonly outcome: GatewayOutcome | null
}

/** Reads a gateway's messages; null for one that cannot be read. */
export interface MessageReader {
  /** Reads the gateway's own call, as it came; `sign` is what its address adds. */
  readCallback(content: Buffer, sign: string): GatewayMessage | null
  /** Reads what the resident's browser brought back; `named` is the payment's number in the address of the call. */
  readReturn(named: string, body: Fields): GatewayMessage | null
}

/** One way of paying online; behind it a real gateway or the sandbox. */
export interface PaymentGateway extends MessageReader {
  readonly name: GatewayName
  readonly type: OnlineType
  /** Whether this is the sandbox, where nothing real is paid. */
  readonly sandbox: boolean
  /** Asks for a payment page, once. Throws GatewayError. */
  create(request: PaymentRequest): Promise<CreatedPayment>
  /** Asks the gateway for a payment's state. Throws GatewayError when it cannot be asked or its answer cannot be read. */
  inquire(payment: KnownPayment): Promise<InquiryAnswer>
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
