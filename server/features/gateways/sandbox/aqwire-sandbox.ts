import type { Db } from '#platform/db/client.ts'
import { checkedOutcome } from '../aqwire/checked-outcome.ts'
import { aqwireMessages } from '../aqwire/messages.ts'
import { signBody } from '../aqwire/signatures.ts'
import type { PaymentGateway } from '../gateway.ts'
import { fieldsOf } from '../read-answer.ts'
import { findTransaction, insertTransaction, sandboxSecret, type SandboxTransaction } from './transactions.ts'

const STATUSES: Readonly<Record<SandboxTransaction['status'], string>> = {
  created: 'INC',
  paid: 'SUCCESS',
  pending: 'INC',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
}

/** The sandbox in AQWire's place: it signs as AQWire does, with its own secret, and answers from its own table. */
export function createAqwireSandbox(db: Db): PaymentGateway {
  return {
    name: 'aqwire',
    type: 3,
    sandbox: true,
    create: async (request) => {
      const transactionId = await insertTransaction(db, 'aqwire', request)
      const paymentUrl = `/api/sandbox/aqwire/${transactionId}`
      const raw = { status: 'SUCCESS', paymentUrl, data: { transactionId, status: 'INC' } }
      return { url: paymentUrl, reference: transactionId, raw }
    },
    inquire: async (payment) => {
      const found = await findTransaction(db, 'aqwire', 'txn_id', payment.txnId)
      if (!found) return { raw: { status: 404 }, said: 'unknown' }
      const raw = checkAnswer(found)
      const { outcome } = checkedOutcome(fieldsOf(raw), payment)
      return { raw, said: found.status === 'created' ? 'untouched' : outcome }
    },
    ...aqwireMessages(() => sandboxSecret(db)),
  }
}

/** The answer of a check, as AQWire gives it. */
function checkAnswer({ reference, amount, status, updatedAt }: SandboxTransaction): unknown {
  const isPaid = status === 'paid'
  return {
    status: STATUSES[status],
    data: {
      transactionId: reference,
      referenceId: paymentReference(reference),
      paymentMethod: isPaid ? 'card' : undefined,
      paidAt: isPaid ? updatedAt.toISOString() : undefined,
      bill: { total: { amount }, fee: { amount: 0 } },
    },
  }
}

/** The number of the payment within the transaction, which the return page shows. */
export const paymentReference = (transactionId: string): string => `R${transactionId.slice(2)}`

/** The body of a webhook about a transaction, and its signature. */
export async function signedWebhook(
  db: Db,
  { reference, txnId, status }: SandboxTransaction,
): Promise<{ body: string; sign: string }> {
  const body = JSON.stringify({
    status: STATUSES[status],
    data: { transactionId: reference, uniqueId: txnId, referenceId: paymentReference(reference) },
  })
  return { body, sign: signBody(await sandboxSecret(db), Buffer.from(body)) }
}
