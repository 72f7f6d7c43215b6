import type { Db } from '#platform/db/client.ts'
import { createDragonpay } from '../dragonpay/create-dragonpay.ts'
import { TIMEOUTS, type PaymentGateway } from '../payment-gateway.ts'
import {
  toCallbackFields,
  createDragonpayServer,
  signCallback,
  type CallbackFields,
  type DragonpayTransaction,
} from './create-dragonpay-server.ts'
import {
  findTransaction,
  insertTransaction,
  loadSandboxSecret,
  SANDBOX_URL,
  type SandboxTransaction,
} from './sandbox-transaction.ts'

const STATUSES: Readonly<Record<SandboxTransaction['status'], { status: string; message: string }>> = {
  created: { status: 'U', message: 'Not begun, reference no' },
  paid: { status: 'S', message: '[000] BOG Reference No' },
  pending: { status: 'P', message: '[P] Waiting for deposit, reference no' },
  failed: { status: 'F', message: '[108] Insufficient funds, reference no' },
  cancelled: { status: 'V', message: '[107] Transaction cancelled, reference no' },
}

export async function createDragonpaySandbox(db: Db): Promise<PaymentGateway> {
  const merchant = { merchantId: 'SANDBOX', password: await loadSandboxSecret(db) }
  const answerRequest = createDragonpayServer({
    ...merchant,
    find: async (txnId) => {
      const storedTransaction = await findTransaction(db, 'dragonpay', 'txn_id', txnId)
      return storedTransaction && toDragonpayTransaction(storedTransaction)
    },
    create: async (txnId, { Amount, Description, Email }) => {
      const payment = { txnId, amount: Number(Amount), description: Description, email: Email }
      const RefNo = await insertTransaction(db, 'dragonpay', payment)
      return { RefNo, Url: `/api/sandbox/dragonpay/${RefNo}` }
    },
  })
  const config = { ...merchant, url: SANDBOX_URL, verifier: 'sha1', create: 'rest' } as const
  const send = (url: URL, init: RequestInit) => answerRequest(new Request(url, init))
  return { ...createDragonpay(config, TIMEOUTS, send), sandbox: true }
}

function toDragonpayTransaction(transaction: SandboxTransaction): DragonpayTransaction {
  const { status, message } = STATUSES[transaction.status]
  return {
    TxnId: transaction.txnId,
    RefNo: transaction.reference,
    Amount: transaction.amount,
    Currency: 'PHP',
    Description: transaction.description,
    Email: transaction.email,
    Status: status,
    ProcId: 'BOG',
    ProcMsg: `${message}: ${transaction.reference}`,
    SettleDate: status === 'S' ? transaction.updatedAt.toISOString() : undefined,
  }
}

export async function createSignedCallback(db: Db, transaction: SandboxTransaction): Promise<CallbackFields> {
  return signCallback(toCallbackFields(toDragonpayTransaction(transaction)), await loadSandboxSecret(db))
}
