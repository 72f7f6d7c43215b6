import { type PaymentRequest } from '#features/payments/gateway-outcome.ts'
import { createOnlinePayment, type OnlinePayment } from '#features/posting/create-online-payment.ts'
import type { ResidentActor } from '#platform/actor.ts'
import { PortalError, createTooManyRequestsError } from '#platform/errors.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { GATEWAY_LABELS } from './gateway-config.ts'
import { FIRST_INQUIRY_SECONDS } from './inquire-due-payments.ts'
import { GatewayError, type PaymentPage, type PaymentGateway } from './payment-gateway.ts'
import { countRecentPayments, savePaymentPage, setNextInquiry } from './repository.ts'
import { saveVerdict, storeMessage } from './store-message.ts'
import { withdrawPayment } from './withdraw-payment.ts'

// Limits started payments per resident, because each one calls a gateway (rules 8.12).
const MAX_ATTEMPTS = 20
const ATTEMPT_MINUTES = 10

/**
 * Creates a payment and returns the URL of its payment page: https or a path of the sandbox. Stores the
 * payment before it calls the gateway, so that even an early message of the gateway finds it. Throws 400 for
 * an invalid form, 429 for too many payments, and 502 with the gateway's message. Withdraws the payment if
 * the gateway refused it. If the result is unclear, the portal asks the gateway later.
 */
export async function startPayment(
  services: PlatformContext,
  gateway: PaymentGateway,
  actor: ResidentActor,
  body: Readonly<Details>,
) {
  const payment = await runInTransaction(services, async (tx) => {
    const context = { timeZone: services.config.communityTimeZone, sandbox: gateway.sandbox }
    const newPayment = await createOnlinePayment(tx, actor, gateway.type, body, context)
    if ((await countRecentPayments(tx, actor.id, ATTEMPT_MINUTES)) > MAX_ATTEMPTS)
      throw createTooManyRequestsError(ATTEMPT_MINUTES * 60)
    await setNextInquiry(tx, newPayment.paymentId, FIRST_INQUIRY_SECONDS)
    return newPayment
  })
  const { url } = await requestAndSavePage(services, gateway, payment)
  const { paymentId: id, txnId, referenceNumber } = payment
  return { id, txnId, referenceNumber, url, sandbox: gateway.sandbox }
}

async function requestAndSavePage(
  services: PlatformContext,
  gateway: PaymentGateway,
  payment: OnlinePayment,
): Promise<PaymentPage> {
  const { db, log } = services
  const id = payment.paymentId
  const storeGatewayAnswer = (raw: unknown) =>
    storeMessage(db, gateway, { kind: 'create', txnId: payment.txnId, paymentId: id, raw })
  let messageId: number | undefined
  try {
    const createdPage = await requestPaymentPage(gateway, payment)
    messageId = await storeGatewayAnswer(createdPage.raw)
    requireSafePageUrl(createdPage.url, gateway)
    const storedId = messageId
    await runInTransaction(services, async (tx) => {
      await savePaymentPage(tx, id, createdPage)
      await saveVerdict(tx, storedId, 'accepted')
    })
    return createdPage
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ err: error, gateway: gateway.name, payment: id }, 'a gateway did not begin a payment')
    await saveVerdict(
      db,
      messageId ?? (await storeGatewayAnswer(error.answer ?? null)),
      'failed',
      error.message,
    )
    if (!error.uncertain) await withdrawPayment(services, id, error.message)
    throw new PortalError('gatewayFailed', { placeholders: { message: error.message } })
  }
}

/**
 * Requests a payment page. After an error that does not show whether the gateway created the payment, asks
 * the gateway. Repeats the request only if the gateway does not know the payment. If it knows the payment,
 * the attempt fails, because the page's URL is lost; the portal asks for the payment's state later.
 */
export async function requestPaymentPage(
  gateway: PaymentGateway,
  request: PaymentRequest,
): Promise<PaymentPage> {
  try {
    return await gateway.create(request)
  } catch (error) {
    if (!(error instanceof GatewayError && error.uncertain)) throw error
    const inquiry = gateway.inquire({ txnId: request.txnId, reference: null })
    const { result } = await inquiry.catch(() => {
      throw error
    })
    if (result === 'unknown') return gateway.create(request)
    const label = GATEWAY_LABELS[gateway.name]
    throw new GatewayError(`${label} took the request but did not say where to pay. Please try again.`, {
      cause: error,
      uncertain: true,
    })
  }
}

/** Throws GatewayError unless the URL is https or, for the sandbox, one of its own pages (rules 8.19). */
function requireSafePageUrl(url: string, { name, sandbox }: PaymentGateway): void {
  const isOwn = sandbox && /^\/api\/sandbox\/[\w/-]+$/.test(url)
  const isHttps = !sandbox && URL.canParse(url) && new URL(url).protocol === 'https:'
  if (!isOwn && !isHttps)
    throw new GatewayError(`${GATEWAY_LABELS[name]} answered an address that is not safe to open.`)
}
