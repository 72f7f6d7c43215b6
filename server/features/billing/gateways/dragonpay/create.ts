import { createHash } from 'node:crypto'
import type { DragonpayConfig } from '../gateway-config.ts'
import { GatewayError, type CreatedPayment, type PaymentRequest } from '../gateway.ts'
import { fieldsOf, textOf } from '../read-answer.ts'
import type { Merchant } from './inquire.ts'
import { explainMessage } from './statuses.ts'

/** Dragonpay's limits of its parameters. */
const LONGEST_EMAIL = 40
const LONGEST_DESCRIPTION = 128

const requestFields = ({ amount, email, description }: PaymentRequest) => {
  if (email.length > LONGEST_EMAIL)
    throw new GatewayError(`Dragonpay takes e-mail addresses of at most ${LONGEST_EMAIL} characters.`)
  return { amount: amount.toFixed(2), email, description: description.slice(0, LONGEST_DESCRIPTION) }
}

/** Creates by redirect: the browser carries the request, signed with SHA-1 of its values before encoding. */
export function redirectAddress(config: DragonpayConfig, request: PaymentRequest): string {
  const { amount, email, description } = requestFields(request)
  const { merchantId, password, url } = config
  const signed = [merchantId, request.txnId, amount, 'PHP', description, email, password].join(':')
  const query = new URLSearchParams({
    merchantid: merchantId,
    txnid: request.txnId,
    amount,
    ccy: 'PHP',
    description,
    email,
    digest: createHash('sha1').update(signed).digest('hex'),
  })
  return `${url}/Pay.aspx?${query.toString()}`
}

/** Creates by a call of the server. */
export async function postRequest(
  { host, authorization, timeouts }: Merchant,
  request: PaymentRequest,
): Promise<CreatedPayment> {
  const { amount, email, description } = requestFields(request)
  const { status, json, text } = await host.call(
    `/api/collect/v2/${encodeURIComponent(request.txnId)}/post`,
    {
      method: 'POST',
      headers: { authorization },
      body: { Amount: amount, Currency: 'PHP', Description: description, Email: email },
      timeoutMs: timeouts.create,
    },
  )
  const answer = fieldsOf(json)
  const url = textOf(answer.Url, 2000)
  // S means only that the request was created.
  if (status < 400 && answer.Status === 'S' && url !== null)
    return { url, reference: textOf(answer.RefNo), raw: json }
  const said = explainMessage(textOf(answer.Message, 500))
  throw new GatewayError(said || `Dragonpay refused the request (${status}).`, {
    answer: json ?? { status, text: text.slice(0, 2000) },
    // A success that cannot be read may have created something.
    uncertain: status < 400 && said === '',
  })
}
