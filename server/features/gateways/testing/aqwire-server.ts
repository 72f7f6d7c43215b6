import { createHmac } from 'node:crypto'
import type { AqwireConfig } from '../gateway-config.ts'
import { startMisbehavingServer, type MisbehavingServer } from './misbehaviour.ts'

/** A transaction as the server in the tests knows it. */
interface KnownTransaction {
  transactionId: string
  uniqueId: string
  status: string
  amount: number
  fee: number
  paidAt: string | null
}

export interface AqwireServer extends MisbehavingServer {
  readonly config: AqwireConfig
  /** The bodies of all creates, parsed. */
  readonly created: Record<string, unknown>[]
  /** Answer to creates in place of a page to pay at, with this status. */
  refuseWith: { status: number; message: string; body?: object } | null
  /** The transaction that was created for this number of ours. */
  find(uniqueId: string): KnownTransaction
  /** Marks what was created for this number of ours as paid. */
  pay(uniqueId: string, changed?: Partial<KnownTransaction>): KnownTransaction
  /** A webhook's body and its signature. */
  webhook(body: unknown): { body: string; sign: string }
}

/** Written from what is known of the gateway alone: it shares no line with the adapter, so that the two can disagree. */
export async function startAqwireServer(): Promise<AqwireServer> {
  const secretKey = 'aqwire-secret-key-9'
  const bearer = padded(createHmac('sha256', secretKey).update('COMMUNITY:client-1').digest('base64url'))
  const transactions = new Map<string, KnownTransaction>()
  const created: Record<string, unknown>[] = []
  let last = 0

  const base = await startMisbehavingServer((request, body) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gateway')
    if (
      request.headers['qw-merchant-id'] !== 'COMMUNITY' ||
      request.headers.authorization !== `Bearer ${bearer}`
    )
      return { status: 401, body: { message: 'Unauthorized merchant' } }
    if (pathname === '/api/v3/transactions/create' && request.method === 'POST') {
      const asked = JSON.parse(body) as Record<string, unknown>
      created.push(asked)
      if (server.refuseWith)
        return {
          status: server.refuseWith.status,
          body: { message: server.refuseWith.message, ...server.refuseWith.body },
        }
      const transactionId = `qw-${(last += 1)}`
      transactions.set(transactionId, {
        transactionId,
        uniqueId: String(asked.uniqueId),
        status: 'INC',
        amount: Number(asked.amount),
        fee: 0,
        paidAt: null,
      })
      return {
        status: 200,
        body: {
          status: 'SUCCESS',
          paymentUrl: `https://pay.example.test/pay/${transactionId}`,
          data: { transactionId, status: 'INC' },
        },
      }
    }
    const checked = /^\/api\/v3\/transactions\/check\/([^/]+)$/.exec(pathname)?.[1]
    const found = checked === undefined ? undefined : transactions.get(decodeURIComponent(checked))
    if (!found) return { status: 404, body: { message: 'Transaction not found' } }
    const isPaid = found.paidAt !== null
    return {
      status: 200,
      body: {
        status: found.status,
        data: {
          referenceId: `ref-${found.transactionId}`,
          ...(isPaid && { paymentMethod: 'VISA', paidAt: found.paidAt }),
          bill: { total: { amount: found.amount + found.fee }, fee: { amount: found.fee } },
        },
      },
    }
  })

  const server: AqwireServer = {
    ...base,
    config: { url: base.url, merchantCode: 'COMMUNITY', clientId: 'client-1', secretKey },
    created,
    refuseWith: null,
    find: (uniqueId) => {
      const found = [...transactions.values()].find((each) => each.uniqueId === uniqueId)
      if (!found) throw new Error(`AQWire was never asked for ${uniqueId}`)
      return found
    },
    pay: (uniqueId, changed = {}) =>
      Object.assign(server.find(uniqueId), { status: 'SUCCESS', paidAt: '2026-03-14T01:00:00Z' }, changed),
    webhook: (value) => {
      const body = JSON.stringify(value)
      return { body, sign: padded(createHmac('sha256', secretKey).update(body).digest('base64url')) }
    },
  }
  return server
}

const padded = (text: string) => text.padEnd(Math.ceil(text.length / 4) * 4, '=')
