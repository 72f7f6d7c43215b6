import { createHash } from 'node:crypto'
import { NO_FACTS } from '#features/payments/online-payment.ts'
import type { Db } from '#platform/db/client.ts'
import { dragonpayMessages } from '../dragonpay/dragonpay.ts'
import { sha1Verifier } from '../dragonpay/verifiers.ts'
import { type PaymentGateway } from '../gateway.ts'
import {
  findTransaction,
  insertTransaction,
  sandboxSecret,
  type SandboxChoice,
  type SandboxTransaction,
} from './transactions.ts'

const STATUSES: Readonly<Record<SandboxChoice, { status: string; words: string }>> = {
  paid: { status: 'S', words: '[000] BOG Reference No' },
  pending: { status: 'P', words: '[P] Waiting for deposit, reference no' },
  failed: { status: 'F', words: '[108] Insufficient funds, reference no' },
  cancelled: { status: 'V', words: '[107] Transaction cancelled, reference no' },
}

/** The sandbox in Dragonpay's place: it signs as Dragonpay does, with its own secret, and answers from its own table. */
export function createDragonpaySandbox(db: Db): PaymentGateway {
  return {
    name: 'dragonpay',
    type: 2,
    sandbox: true,
    create: async (request) => {
      const reference = await insertTransaction(db, 'dragonpay', request)
      const url = `/api/sandbox/dragonpay/${reference}`
      return { url, reference, raw: { RefNo: reference, Status: 'S', Message: '', Url: url } }
    },
    inquire: async ({ txnId }) => {
      const found = await findTransaction(db, 'dragonpay', 'txn_id', txnId)
      if (!found) return { raw: { status: 404 }, said: 'unknown' }
      const { status, message } = said(found)
      const raw = { RefNo: found.reference, TxnId: txnId, Amount: found.amount, Status: status }
      if (found.status === 'created') return { raw, said: 'untouched' }
      const { reference, amount, updatedAt } = found
      const settledAt = status === 'S' ? updatedAt : null
      const facts = { ...NO_FACTS, reference, amount, currency: 'PHP', method: 'BOG', settledAt }
      return { raw, said: { ...facts, outsourceStatus: status, message, source: 'inquiry' } }
    },
    ...dragonpayMessages({
      coversAmount: false,
      verify: async (callback) => sha1Verifier({ password: await sandboxSecret(db) }).verify(callback),
    }),
  }
}

function said({ status, reference }: SandboxTransaction): { status: string; message: string } {
  if (status === 'created') return { status: 'U', message: '' }
  return { status: STATUSES[status].status, message: `${STATUSES[status].words}: ${reference}` }
}

/** The parameters that Dragonpay sends with its postback and with the browser, signed in the old way. */
export async function signedCallback(db: Db, transaction: SandboxTransaction): Promise<URLSearchParams> {
  const secret = await sandboxSecret(db)
  const { txnId, reference } = transaction
  const { status, message } = said(transaction)
  const digest = createHash('sha1')
    .update([txnId, reference, status, message, secret].join(':'))
    .digest('hex')
  const amount = transaction.amount.toFixed(2)
  return new URLSearchParams({
    txnid: txnId,
    refno: reference,
    status,
    message,
    digest,
    amount,
    ccy: 'PHP',
  })
}
