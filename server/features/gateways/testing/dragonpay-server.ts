import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { DragonpayConfig } from '../gateway-config.ts'
import { startMisbehavingServer, type MisbehavingServer } from './misbehaviour.ts'

/** The parameters of a postback or a return. */
export type CallbackFields = Record<string, string>

export interface DragonpayServer extends MisbehavingServer {
  readonly config: DragonpayConfig
  /** Payments that it knows by our number. Tests change them as they like. */
  readonly transactions: Map<string, ReturnType<typeof newTransaction>>
  /** Answer to the next create in place of a page to pay at. */
  refuseWith: { Status: string; Message: string } | null
  /** Beginning of a create's `Url`. */
  payAt: string
  /** Switches the REST inquiry off, so that only the documented one answers. */
  restInquiry: boolean
  /** Makes a new key, revokes the ones before unless they are kept. */
  rotateKeys(options?: { keepOld?: boolean }): void
  /** A postback about a transaction as it is now, signed in all ways; `with` goes in before it is signed. */
  callback(txnId: string, fields?: CallbackFields): CallbackFields
}

/** Written from what is known of the gateway alone: it shares no line with the adapter, so that the two can disagree. */
export async function startDragonpayServer(
  overrides: Partial<DragonpayConfig> = {},
): Promise<DragonpayServer> {
  const merchantId = 'TAHANAN'
  const password = 'merchant-password-7'
  const transactions: DragonpayServer['transactions'] = new Map()
  let keys = [{ ...FIRST_KEY }]
  let lastRef = 0

  const isMerchant = ({ headers }: IncomingMessage) =>
    headers.authorization === `Basic ${Buffer.from(`${merchantId}:${password}`).toString('base64')}`

  const base = await startMisbehavingServer((request, body) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway')
    if (pathname === '/MerchantRequest.aspx') {
      if (searchParams.get('merchantpwd') !== password) return { status: 200, body: '102' }
      const found = transactions.get(searchParams.get('txnid') ?? '')
      return { status: 200, body: found?.Status ?? 'U' }
    }
    if (!isMerchant(request)) return { status: 401, body: { Message: 'Unauthorized' } }
    if (pathname === '/api/collect/v1/keys/callback')
      return { status: 200, body: keys.map(({ value, status }) => ({ value, status })) }
    const created = /^\/api\/collect\/v2\/([^/]+)\/post$/.exec(pathname)?.[1]
    if (created !== undefined && request.method === 'POST') return create(decodeURIComponent(created), body)
    const asked = /^\/api\/collect\/v1\/txnid\/([^/]+)$/.exec(pathname)?.[1]
    if (asked !== undefined && server.restInquiry) {
      const found = transactions.get(decodeURIComponent(asked))
      return found
        ? { status: 200, body: { ...found, MerchantId: merchantId } }
        : { status: 404, body: { Message: 'Not found' } }
    }
    return { status: 404, body: 'No such page' }
  })

  function create(txnId: string, body: string): { status: number; body: unknown } {
    if (server.refuseWith) return { status: 200, body: { RefNo: '', Url: '', ...server.refuseWith } }
    if (transactions.has(txnId)) return { status: 200, body: { Status: 'F', Message: 'Duplicate txnid' } }
    const RefNo = `REF${(lastRef += 1)}`
    transactions.set(txnId, newTransaction(txnId, RefNo, body))
    const Url = `${server.payAt}/Pay.aspx?refno=${RefNo}`
    return { status: 200, body: { RefNo, Status: 'S', Message: '', Url } }
  }

  const server: DragonpayServer = {
    ...base,
    config: { url: base.url, merchantId, password, verifier: 'sha1', create: 'rest', ...overrides },
    transactions,
    refuseWith: null,
    payAt: 'https://gateway.example.test',
    restInquiry: true,
    rotateKeys: ({ keepOld = false } = {}) => {
      keys = [...keys.map((key) => ({ ...key, status: keepOld ? key.status : 'Revoked' })), makeKey()]
    },
    callback: (txnId, changed = {}) => {
      const known = transactions.get(txnId)
      const fields = {
        txnid: txnId,
        refno: known?.RefNo ?? 'REF0',
        status: known?.Status ?? 'S',
        message: known?.ProcMsg ?? '',
        param1: '',
        param2: '',
        amount: (known?.Amount ?? 0).toFixed(2),
        ccy: 'PHP',
        procid: known?.ProcId ?? '',
        ...changed,
      }
      return { ...fields, ...sign(fields) }
    },
  }

  function sign(fields: CallbackFields & { txnid: string }): CallbackFields {
    const { txnid, refno, status, message, param1, param2, amount } = fields
    const newer = `${txnid}:${refno}:${status}:${message}:${merchantId}:${param1}:${param2}`
    const key = keys.at(-1)
    return {
      digest: createHash('sha1').update(`${txnid}:${refno}:${status}:${message}:${password}`).digest('hex'),
      signature: createHmac('sha256', password).update(newer).digest('base64'),
      signatures: key ? createSign('RSA-SHA256').update(`${newer}:${amount}`).sign(key.secret, 'base64') : '',
    }
  }

  return server
}

/** A transaction as a create begins it. */
function newTransaction(TxnId: string, RefNo: string, body: string) {
  const { Amount, Currency, Description, Email } = JSON.parse(body) as Record<string, string>
  return {
    RefNo,
    TxnId,
    Amount: Number(Amount),
    Currency: Currency ?? '',
    Description: Description ?? '',
    Email: Email ?? '',
    Status: 'P',
    ProcId: 'BOG',
    ProcMsg: `[000] BOG Reference No: ${RefNo}`,
    SettleDate: '2026-03-14T09:00:00',
    Fee: 10,
  }
}

interface Key {
  value: string
  status: string
  secret: KeyObject
}

function makeKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const value = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return { value, status: 'Active', secret: privateKey }
}

/** Of every server, since a key takes a tenth of a second. */
const FIRST_KEY = makeKey()

/** The parameters as a query or a form carries them. */
export const formOf = (fields: CallbackFields): string => new URLSearchParams(fields).toString()
