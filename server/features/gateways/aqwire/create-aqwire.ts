import type { PaymentRequest } from '#features/payments/gateway-outcome.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { AQWIRE_CONSTANTS, PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { isJsonDeeperThan } from '@tahanan/contract/json-depth.ts'
import { toFields, toText } from '../fields.ts'
import type { AqwireConfig } from '../gateway-config.ts'
import { createGatewayHost, toStoredText, createRefusalError, type SendRequest } from '../gateway-host.ts'
import {
  GatewayError,
  TIMEOUTS,
  type PaymentPage,
  type GatewayTimeouts,
  type InquiryAnswer,
  type PaymentNumbers,
  type PaymentGateway,
  type GatewayMessage,
  type MessageReader,
} from '../payment-gateway.ts'
import {
  findPaymentByReference,
  findPaymentByTxnId,
  findOnlinePayment,
  type OnlinePaymentRow,
} from '../repository.ts'
import { createAccessToken, isSigned } from './signatures.ts'
import { toCheckedOutcome } from './to-checked-outcome.ts'

interface AqwireContext {
  readonly publicUrl: string
  readonly projectName: () => Promise<string>
}

/**
 * Creates the adapter of the payment gateway AQWire. Only tests set `timeouts`, and only the sandbox sets
 * `send`.
 */
export function createAqwire(
  config: AqwireConfig,
  context: AqwireContext,
  timeouts: GatewayTimeouts = TIMEOUTS,
  send?: SendRequest,
): PaymentGateway {
  const token = createAccessToken(config)
  const host = createGatewayHost(config.url, 'AQWire', [config.secretKey, token], send)
  const headers = { 'qw-merchant-id': config.merchantCode, authorization: `Bearer ${token}` }

  async function create(request: PaymentRequest): Promise<PaymentPage> {
    const response = await host.call('/api/v3/transactions/create', {
      method: 'POST',
      headers,
      body: toRequestBody(request, context.publicUrl, await context.projectName()),
      timeoutMs: timeouts.create,
    })
    const paymentFields = toFields(response.json)
    const url = toText(paymentFields.paymentUrl, 2000)
    if (response.status < 400 && paymentFields.status === 'SUCCESS' && url !== null)
      return { url, reference: toText(toFields(paymentFields.data).transactionId, 100), raw: response.json }
    const message = paymentFields.message ?? toFields(paymentFields.data).message
    throw createRefusalError('AQWire', response, toText(message, 500) ?? '')
  }

  async function inquire(payment: PaymentNumbers): Promise<InquiryAnswer> {
    const number = encodeURIComponent(payment.reference ?? payment.txnId)
    const { status, json, text } = await host.call(`/api/v3/transactions/check/${number}`, {
      headers,
      timeoutMs: timeouts.inquire,
    })
    if (status === 404) return { raw: json ?? { status }, result: 'unknown' }
    const checkFields = toFields(json)
    if (status !== 200 || toText(checkFields.status) === null)
      throw new GatewayError(
        toText(checkFields.message, 500) ?? `AQWire did not answer the check (${status}).`,
        {
          uncertain: true,
          answer: json ?? toStoredText(status, text),
        },
      )
    const { outcome, untouched } = toCheckedOutcome(checkFields, payment)
    return { raw: json, result: untouched ? 'untouched' : outcome }
  }

  const messageReader = createMessageReader(config.secretKey)
  return { name: 'aqwire', type: PAYMENT_TYPE.aqwire, sandbox: false, create, inquire, ...messageReader }
}

function toRequestBody(request: PaymentRequest, publicUrl: string, projectName: string): unknown {
  const returnTo = `${publicUrl}/billings/payments/aqwire`
  const mobile = formatInternationalMobile(request.mobile)
  return {
    uniqueId: request.txnId,
    currency: AQWIRE_CONSTANTS.currency,
    paymentType: AQWIRE_CONSTANTS.paymentType,
    amount: request.amount,
    description: AQWIRE_CONSTANTS.description,
    note: request.description,
    customer: { name: request.name, email: request.email, ...(mobile !== null && { mobile }) },
    project: { name: projectName, unitNumber: request.unitNumber, category: AQWIRE_CONSTANTS.description },
    redirectUrl: {
      success: `${returnTo}/success?path=open`,
      cancel: `${returnTo}/cancel?path=open`,
      callback: `${publicUrl}/api/gateways/aqwire/webhook`,
    },
    metadata: {},
  }
}

/**
 * Formats a mobile number internationally. Replaces the leading 0 of a Philippine number (0917…) by the
 * country code. Returns null for an invalid number.
 */
export function formatInternationalMobile(mobile: string): string | null {
  const digits = mobile.replaceAll(/[^\d+]/g, '')
  if (/^\+\d{8,15}$/.test(digits)) return digits
  if (/^0\d{10}$/.test(digits)) return `+63${digits.slice(1)}`
  return /^63\d{10}$/.test(digits) ? `+${digits}` : null
}

const TRANSACTION_FIELDS = ['transactionId', 'uniqueId', 'paymentId', 'id'] as const

/**
 * Creates a reader of webhooks and returning browsers. It reads only the payment's number, because AQWire
 * does not document the format of webhooks. The portal then asks AQWire for the payment's state.
 */
function createMessageReader(secretKey: string): MessageReader {
  return {
    readCallback: (content, signature) =>
      createUnverifiedMessage(parseTransactionNames(content.toString('utf8')), async () =>
        isSigned(secretKey, content, signature),
      ),
    readReturn: (number) => createUnverifiedMessage([number], null),
  }
}

function createUnverifiedMessage(
  names: readonly string[],
  isGenuine: GatewayMessage['isGenuine'],
): GatewayMessage {
  return {
    txnId: names[0] ?? null,
    // Ids of the portal are accepted only if the resident's own browser sends them (`isGenuine` is null),
    // because AQWire does not know them.
    find: (db, tenantId) => findNamedPayment(db, names, { tenantId, ids: isGenuine === null }),
    isGenuine,
    outcome: null,
  }
}

function parseTransactionNames(text: string): string[] {
  if (isJsonDeeperThan(text, 64)) return []
  let webhookJson: unknown
  try {
    webhookJson = JSON.parse(text)
  } catch {
    return []
  }
  const webhookFields = toFields(webhookJson)
  return [webhookFields, toFields(webhookFields.data)].flatMap((fields) =>
    TRANSACTION_FIELDS.flatMap((name) => toText(fields[name], 100) ?? []),
  )
}

async function findNamedPayment(
  db: DbOrTx,
  names: readonly string[],
  { tenantId, ids }: { tenantId: number | undefined; ids: boolean },
): Promise<OnlinePaymentRow | undefined> {
  for (const name of names) {
    const matchingPayment = [
      await findPaymentByTxnId(db, 'aqwire', name),
      await findPaymentByReference(db, 'aqwire', name),
      ids && /^\d{1,15}$/.test(name) ? await findOnlinePayment(db, Number(name)) : undefined,
    ].find(
      (row) => row?.type === PAYMENT_TYPE.aqwire && (tenantId === undefined || row.tenantId === tenantId),
    )
    if (matchingPayment) return matchingPayment
  }
  return undefined
}
