import { createSha1Digest } from '../dragonpay/callback-verifier.ts'

export interface DragonpayTransaction {
  TxnId: string
  RefNo: string
  Amount: number
  Currency: string
  Description: string
  Email: string
  Status: string
  ProcId: string
  ProcMsg: string
  SettleDate?: string | undefined
  Fee?: number
}

type DragonpayRequest = Record<'Amount' | 'Currency' | 'Description' | 'Email', string>

interface DragonpayAccount {
  readonly merchantId: string
  readonly password: string
  find(txnId: string): Promise<DragonpayTransaction | undefined>
  create(txnId: string, request: DragonpayRequest): Promise<{ RefNo: string; Url: string }>
}

export function createDragonpayServer({ merchantId, password, find, create }: DragonpayAccount) {
  const authorization = `Basic ${Buffer.from(`${merchantId}:${password}`).toString('base64')}`

  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/MerchantRequest.aspx') {
      if (searchParams.get('merchantpwd') !== password) return new Response('102')
      return new Response((await find(searchParams.get('txnid') ?? ''))?.Status ?? 'U')
    }
    if (request.headers.get('authorization') !== authorization) return createRefusal(401, 'Unauthorized')
    const [, call, txnId = ''] =
      /^\/api\/collect\/(v1\/txnid|v2)\/([^/]+)/.exec(decodeURIComponent(pathname)) ?? []
    const storedTransaction = await find(txnId)
    if (call === 'v1/txnid' && storedTransaction)
      return Response.json({ ...storedTransaction, MerchantId: merchantId })
    if (call !== 'v2' || request.method !== 'POST') return createRefusal(404, 'Not found')
    if (storedTransaction) return Response.json({ Status: 'F', Message: 'Duplicate txnid' })
    const newTransaction = await create(txnId, (await request.json()) as DragonpayRequest)
    return Response.json({ ...newTransaction, Status: 'S', Message: '' })
  }
}

const createRefusal = (status: number, Message: string) => Response.json({ Message }, { status })

export type CallbackFields = Record<string, string>

export const toCallbackFields = (payment: DragonpayTransaction) => ({
  txnid: payment.TxnId,
  refno: payment.RefNo,
  status: payment.Status,
  message: payment.ProcMsg,
  amount: payment.Amount.toFixed(2),
  ccy: payment.Currency,
  procid: payment.ProcId,
})

export function signCallback<Fields extends ReturnType<typeof toCallbackFields>>(
  fields: Fields,
  password: string,
) {
  const { txnid, refno, status, message } = fields
  return { ...fields, digest: createSha1Digest([txnid, refno, status, message], password) }
}
