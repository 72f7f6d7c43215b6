import type { Db } from '#platform/db/client.ts'
import { createAqwire } from '../aqwire/create-aqwire.ts'
import { TIMEOUTS, type PaymentGateway } from '../payment-gateway.ts'
import { createAqwireServer, getPaymentReference, signWebhook } from './create-aqwire-server.ts'
import {
  findTransaction,
  insertTransaction,
  loadSandboxSecret,
  SANDBOX_URL,
  type SandboxTransaction,
} from './sandbox-transaction.ts'

const STATUSES: Readonly<Record<SandboxTransaction['status'], string>> = {
  created: 'INC',
  paid: 'SUCCESS',
  pending: 'PENDING',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
}

export async function createAqwireSandbox(
  db: Db,
  context: Parameters<typeof createAqwire>[1],
): Promise<PaymentGateway> {
  const secretKey = await loadSandboxSecret(db)
  const config = { url: SANDBOX_URL, merchantCode: 'SANDBOX', clientId: 'SANDBOX', secretKey }
  const answerRequest = createAqwireServer({
    config,
    find: async (transactionId) => {
      const storedTransaction = await findTransaction(db, 'aqwire', 'reference', transactionId)
      if (!storedTransaction) return undefined
      const { txnId, amount, status, updatedAt } = storedTransaction
      const paidAt = status === 'paid' ? updatedAt.toISOString() : null
      return { transactionId, uniqueId: txnId, status: STATUSES[status], amount, fee: 0, paidAt }
    },
    create: async ({ uniqueId, amount, note, customer }) => {
      const payment = { txnId: uniqueId, amount, description: note, email: customer.email }
      const transactionId = await insertTransaction(db, 'aqwire', payment)
      return { transactionId, paymentUrl: `/api/sandbox/aqwire/${transactionId}` }
    },
  })
  const send = (url: URL, init: RequestInit) => answerRequest(new Request(url, init))
  return { ...createAqwire(config, context, TIMEOUTS, send), sandbox: true }
}

export async function createSignedWebhook(db: Db, { reference, txnId, status }: SandboxTransaction) {
  const data = { transactionId: reference, uniqueId: txnId, referenceId: getPaymentReference(reference) }
  return signWebhook({ status: STATUSES[status], data }, await loadSandboxSecret(db))
}
