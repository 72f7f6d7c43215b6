import { type PaymentRequest } from '#features/payments/online-payment.ts'
import { createOnlinePayment, type OnlinePayment } from '#features/posting/create-online-payment.ts'
import type { ResidentActor } from '#platform/actor.ts'
import { PortalError, tooManyRequests } from '#platform/errors.ts'
import { change, type Services } from '#platform/services.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { GATEWAY_LABELS } from './gateway-config.ts'
import { GatewayError, type CreatedPayment, type PaymentGateway } from './gateway.ts'
import { FIRST_INQUIRY_SECONDS } from './inquiries.ts'
import { judgeMessage, storeMessage } from './messages.ts'
import { countRecent, saveCreated, setNextInquiry } from './repository.ts'
import { withdrawPayment } from './withdraw-payment.ts'

/** Payments that one resident may begin in this time: each is a call to a gateway (rules 8.12). */
const MOST_ATTEMPTS = 20
const ATTEMPT_MINUTES = 10

/**
 * Begins a payment with a gateway: the payment is in the database before the gateway hears of it, so that its call finds
 * it, however early. Answers its numbers and where the resident pays: an https address, or a path of the sandbox. Throws 400 for the form, 429 for too many, 502 with what the gateway said; a payment that the
 * gateway refused is taken back, one of which nobody knows whether it was begun stays watched.
 */
export async function startPayment(
  services: Services,
  gateway: PaymentGateway,
  actor: ResidentActor,
  body: Readonly<Details>,
) {
  const payment = await change(services, async (tx) => {
    const context = { timeZone: services.config.communityTimeZone, sandbox: gateway.sandbox }
    const created = await createOnlinePayment(tx, actor, gateway.type, body, context)
    // The new one is among them.
    if ((await countRecent(tx, actor.id, ATTEMPT_MINUTES)) > MOST_ATTEMPTS)
      throw tooManyRequests(ATTEMPT_MINUTES * 60)
    await setNextInquiry(tx, created.paymentId, FIRST_INQUIRY_SECONDS)
    return created
  })
  const { url } = await askForPage(services, gateway, payment)
  const { paymentId: id, txnId, referenceNumber } = payment
  return { id, txnId, referenceNumber, url, sandbox: gateway.sandbox }
}

async function askForPage(
  services: Services,
  gateway: PaymentGateway,
  payment: OnlinePayment,
): Promise<CreatedPayment> {
  const { db, log } = services
  const id = payment.paymentId
  const store = (raw: unknown) =>
    storeMessage(db, gateway, { kind: 'create', txnId: payment.txnId, paymentId: id, raw })
  let messageId: number | undefined
  try {
    const created = await createPage(gateway, payment)
    messageId = await store(created.raw)
    requireSafe(created.url, gateway)
    const answered = messageId
    await change(services, async (tx) => {
      await saveCreated(tx, id, created)
      await judgeMessage(tx, answered, 'accepted')
    })
    return created
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ err: error, gateway: gateway.name, payment: id }, 'a gateway did not begin a payment')
    await judgeMessage(db, messageId ?? (await store(error.answer ?? null)), 'failed', error.message)
    if (!error.uncertain) await withdrawPayment(services, id, error.message)
    throw new PortalError('gatewayFailed', { blanks: { message: error.message } })
  }
}

/**
 * Asks a gateway for a payment page. Without an answer it is asked whether it knows our number; the call is made once more only
 * if it does not. If it does, the address to pay at is lost: the attempt fails, and stays watched.
 */
export async function createPage(gateway: PaymentGateway, request: PaymentRequest): Promise<CreatedPayment> {
  try {
    return await gateway.create(request)
  } catch (error) {
    if (!(error instanceof GatewayError && error.uncertain)) throw error
    const asked = gateway.inquire({ txnId: request.txnId, reference: null })
    const { said } = await asked.catch(() => {
      throw error
    })
    if (said === 'unknown') return gateway.create(request)
    const label = GATEWAY_LABELS[gateway.name]
    throw new GatewayError(`${label} took the request but did not say where to pay. Please try again.`, {
      cause: error,
      uncertain: true,
    })
  }
}

/** Whether a browser may be sent to an address: https, or the sandbox's own page (rules 8.19). */
function requireSafe(url: string, { name, sandbox }: PaymentGateway): void {
  const isOwn = sandbox && /^\/api\/sandbox\/[\w/-]+$/.test(url)
  const isHttps = !sandbox && URL.canParse(url) && new URL(url).protocol === 'https:'
  if (!isOwn && !isHttps)
    throw new GatewayError(`${GATEWAY_LABELS[name]} answered an address that is not safe to open.`)
}
