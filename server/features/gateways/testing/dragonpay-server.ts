import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { DragonpayConfig } from '../gateway-config.ts'
import {
  toCallbackFields,
  createDragonpayServer,
  signCallback,
  type CallbackFields,
  type DragonpayTransaction,
} from '../sandbox/create-dragonpay-server.ts'
import { startMisbehavingServer, type MisbehavingServer } from './misbehaving-server.ts'

export interface DragonpayServer extends MisbehavingServer {
  readonly config: DragonpayConfig
  readonly transactions: Map<string, DragonpayTransaction>
  plannedRefusal: { Status: string; Message: string } | null
  paymentUrl: string
  restInquiry: boolean
  rotateKeys(options?: { shouldKeepOldKeys?: boolean }): void
  callback(txnId: string, changedFields?: CallbackFields): CallbackFields
}

export async function startDragonpayServer(
  overrides: Partial<DragonpayConfig> = {},
): Promise<DragonpayServer> {
  const merchant = { merchantId: 'TAHANAN', password: 'merchant-password-7' }
  const transactions: DragonpayServer['transactions'] = new Map()
  let keys = [FIRST_KEY]

  const answerRequest = createDragonpayServer({
    ...merchant,
    find: async (txnId) => transactions.get(txnId),
    create: async (txnId, request) => {
      const RefNo = `REF${transactions.size + 1}`
      transactions.set(txnId, {
        ...createTransaction(txnId, RefNo),
        ...request,
        Amount: Number(request.Amount),
      })
      return { RefNo, Url: `${server.paymentUrl}/Pay.aspx?refno=${RefNo}` }
    },
  })
  const base = await startMisbehavingServer(async (request) => {
    const { url } = request
    if (url.endsWith('/api/collect/v1/keys/callback'))
      return Response.json(keys.map(({ value, status }) => ({ value, status })))
    if (server.plannedRefusal && url.endsWith('/post'))
      return Response.json({ RefNo: '', Url: '', ...server.plannedRefusal })
    if (!server.restInquiry && url.includes('/txnid/')) return new Response('No such page', { status: 404 })
    return answerRequest(request)
  })

  const server: DragonpayServer = {
    ...base,
    config: { ...merchant, url: base.url, verifier: 'sha1', create: 'rest', ...overrides },
    transactions,
    plannedRefusal: null,
    paymentUrl: 'https://gateway.example.test',
    restInquiry: true,
    rotateKeys: ({ shouldKeepOldKeys = false } = {}) => {
      keys = [
        ...keys.map((key) => ({ ...key, status: shouldKeepOldKeys ? key.status : 'Revoked' })),
        createKey(),
      ]
    },
    callback: (txnId, changedFields = {}) => {
      const transaction = transactions.get(txnId) ?? { ...createTransaction(txnId, 'REF0'), Status: 'S' }
      const fields = { ...toCallbackFields(transaction), param1: '', param2: '', ...changedFields }
      const { txnid, refno, status, message, param1, param2, amount } = fields
      const text = [txnid, refno, status, message, merchant.merchantId, param1, param2].join(':')
      const rsaSigner = createSign('RSA-SHA256').update(`${text}:${amount}`)
      return {
        ...signCallback(fields, merchant.password),
        signature: createHmac('sha256', merchant.password).update(text).digest('base64'),
        signatures: rsaSigner.sign((keys.at(-1) ?? FIRST_KEY).secret, 'base64'),
      }
    },
  }
  return server
}

const createTransaction = (TxnId: string, RefNo: string): DragonpayTransaction => ({
  RefNo,
  TxnId,
  Amount: 0,
  Currency: 'PHP',
  Description: '',
  Email: '',
  Status: 'P',
  ProcId: 'BOG',
  ProcMsg: `[000] BOG Reference No: ${RefNo}`,
  SettleDate: '2026-03-14T09:00:00',
  Fee: 10,
})

interface Key {
  value: string
  status: string
  secret: KeyObject
}

function createKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const value = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return { value, status: 'Active', secret: privateKey }
}

// One key for all servers, because generating a key takes a tenth of a second.
const FIRST_KEY = createKey()

export const toForm = (fields: CallbackFields): string => new URLSearchParams(fields).toString()
