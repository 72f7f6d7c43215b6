import { createAccessToken, signBody } from '../aqwire/signatures.ts'
import type { AqwireConfig } from '../gateway-config.ts'

export interface AqwireTransaction {
  transactionId: string
  uniqueId: string
  status: string
  amount: number
  fee: number
  paidAt: string | null
}

export interface AqwireRequest {
  readonly uniqueId: string
  readonly amount: number
  readonly note: string
  readonly customer: { readonly email: string }
}

interface AqwireAccount {
  readonly config: AqwireConfig
  find(transactionId: string): Promise<AqwireTransaction | undefined>
  create(request: AqwireRequest): Promise<{ transactionId: string; paymentUrl: string }>
}

export function createAqwireServer({ config, find, create }: AqwireAccount) {
  const authorization = `Bearer ${createAccessToken(config)}`

  return async (request: Request): Promise<Response> => {
    const { headers } = request
    if (
      headers.get('qw-merchant-id') !== config.merchantCode ||
      headers.get('authorization') !== authorization
    )
      return Response.json({ message: 'Unauthorized merchant' }, { status: 401 })
    const [, call, id = ''] =
      /\/transactions\/(create|check)\/?(.*)$/.exec(new URL(request.url).pathname) ?? []
    if (call === 'create') {
      const { transactionId, paymentUrl } = await create((await request.json()) as AqwireRequest)
      return Response.json({ status: 'SUCCESS', paymentUrl, data: { transactionId, status: 'INC' } })
    }
    const storedTransaction = await find(decodeURIComponent(id))
    return storedTransaction
      ? Response.json(toCheckAnswer(storedTransaction))
      : Response.json({ message: 'Transaction not found' }, { status: 404 })
  }
}

function toCheckAnswer({ transactionId, status, amount, fee, paidAt }: AqwireTransaction): unknown {
  return {
    status,
    data: {
      transactionId,
      referenceId: getPaymentReference(transactionId),
      ...(paidAt !== null && { paymentMethod: 'card', paidAt }),
      bill: { total: { amount: amount + fee }, fee: { amount: fee } },
    },
  }
}

export const getPaymentReference = (transactionId: string): string => `R${transactionId.slice(2)}`

export function signWebhook(webhook: unknown, secretKey: string): { body: string; sign: string } {
  const body = JSON.stringify(webhook)
  return { body, sign: signBody(secretKey, Buffer.from(body)) }
}
