import { createHash } from 'node:crypto'
import type { DragonpayConfig } from '../gateway-config.ts'
import { refusedCreate } from '../gateway-host.ts'
import type { CreatedPayment, PaymentRequest } from '../gateway.ts'
import { fieldsOf, textOf } from '../read-answer.ts'
import type { Merchant } from './inquire.ts'
import { explainMessage } from './statuses.ts'

/** Creates by redirect: the browser carries the request, signed with SHA-1 of its values before encoding. */
export function redirectAddress(config: DragonpayConfig, request: PaymentRequest): string {
  const { txnId, email, description } = request
  const { merchantId, password, url } = config
  const amount = request.amount.toFixed(2)
  const signed = [merchantId, txnId, amount, 'PHP', description, email, password].join(':')
  const query = new URLSearchParams({
    merchantid: merchantId,
    txnid: txnId,
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
  { txnId, amount, description, email }: PaymentRequest,
): Promise<CreatedPayment> {
  const answered = await host.call(`/api/collect/v2/${encodeURIComponent(txnId)}/post`, {
    method: 'POST',
    headers: { authorization },
    body: { Amount: amount.toFixed(2), Currency: 'PHP', Description: description, Email: email },
    timeoutMs: timeouts.create,
  })
  const answer = fieldsOf(answered.json)
  const url = textOf(answer.Url, 2000)
  // S means only that the request was created.
  if (answered.status < 400 && answer.Status === 'S' && url !== null)
    return { url, reference: textOf(answer.RefNo), raw: answered.json }
  throw refusedCreate('Dragonpay', answered, explainMessage(textOf(answer.Message, 500)))
}
