import type { AqwireConfig } from '../gateway-config.ts'
import {
  createAqwireServer,
  signWebhook,
  type AqwireRequest,
  type AqwireTransaction,
} from '../sandbox/create-aqwire-server.ts'
import { startMisbehavingServer, type MisbehavingServer } from './misbehaving-server.ts'

export interface AqwireServer extends MisbehavingServer {
  readonly config: AqwireConfig
  readonly createdRequests: AqwireRequest[]
  plannedRefusal: { status: number; message: string; body?: object } | null
  find(uniqueId: string): AqwireTransaction
  pay(uniqueId: string, changedFields?: Partial<AqwireTransaction>): AqwireTransaction
  webhook(body: unknown): { body: string; sign: string }
}

export async function startAqwireServer(): Promise<AqwireServer> {
  const account = { merchantCode: 'COMMUNITY', clientId: 'client-1', secretKey: 'aqwire-secret-key-9' }
  const transactions = new Map<string, AqwireTransaction>()
  const createdRequests: AqwireRequest[] = []

  const answerRequest = createAqwireServer({
    config: { ...account, url: 'https://payments.aqwire.io' },
    find: async (transactionId) => transactions.get(transactionId),
    create: async ({ uniqueId, amount }) => {
      const transactionId = `qw-${transactions.size + 1}`
      transactions.set(transactionId, {
        transactionId,
        uniqueId,
        status: 'INC',
        amount,
        fee: 0,
        paidAt: null,
      })
      return { transactionId, paymentUrl: `https://pay.example.test/pay/${transactionId}` }
    },
  })
  const base = await startMisbehavingServer(async (request) => {
    if (!request.url.endsWith('/create')) return answerRequest(request)
    createdRequests.push((await request.clone().json()) as AqwireRequest)
    const { status, message, body } = server.plannedRefusal ?? {}
    return server.plannedRefusal
      ? Response.json({ message, ...body }, { status: status ?? 400 })
      : answerRequest(request)
  })

  const server: AqwireServer = {
    ...base,
    config: { ...account, url: base.url },
    createdRequests,
    plannedRefusal: null,
    find: (uniqueId) => {
      const storedTransaction = [...transactions.values()].find(
        (transaction) => transaction.uniqueId === uniqueId,
      )
      if (!storedTransaction) throw new Error(`AQWire was never asked for ${uniqueId}`)
      return storedTransaction
    },
    pay: (uniqueId, changedFields = {}) =>
      Object.assign(
        server.find(uniqueId),
        { status: 'SUCCESS', paidAt: '2026-03-14T01:00:00Z' },
        changedFields,
      ),
    webhook: (body) => signWebhook(body, account.secretKey),
  }
  return server
}
