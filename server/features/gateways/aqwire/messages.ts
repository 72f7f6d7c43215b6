import type { DbOrTx } from '#platform/db/client.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import type { GatewayMessage, MessageReader } from '../gateway.ts'
import { fieldsOf, textOf } from '../read-answer.ts'
import { findByReference, findByTxnId, findOnlinePayment, type OnlinePaymentRow } from '../repository.ts'
import { isSigned } from './signatures.ts'

/** Fields in which a webhook may name its transaction, by AQWire's number or ours. */
const NAMES = ['transactionId', 'uniqueId', 'paymentId', 'id'] as const

/**
 * Returns the reader of AQWire's messages. The form of a webhook's body is not known for sure, so it only names the payment to
 * ask about, as the browser does; the answer to our own check decides.
 */
export function aqwireMessages(secretKey: string): MessageReader {
  return {
    readCallback: (content, sign) =>
      hint(namedTransaction(content.toString('utf8')), async () => isSigned(secretKey, content, sign)),
    readReturn: (named) => hint([named], null),
  }
}

function hint(names: readonly string[], isGenuine: GatewayMessage['isGenuine']): GatewayMessage {
  return {
    txnId: names[0] ?? null,
    // Our ids are for the resident's call alone: AQWire does not know them.
    find: (db, tenantId) => findNamed(db, names, { tenantId, ids: isGenuine === null }),
    isGenuine,
    outcome: null,
  }
}

function namedTransaction(text: string): string[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return []
  }
  const body = fieldsOf(json)
  return [body, fieldsOf(body.data)].flatMap((fields) =>
    NAMES.flatMap((name) => textOf(fields[name], 100) ?? []),
  )
}

/** Finds the payment that one of these names. */
async function findNamed(
  db: DbOrTx,
  names: readonly string[],
  { tenantId, ids }: { tenantId: number | undefined; ids: boolean },
): Promise<OnlinePaymentRow | undefined> {
  for (const name of names) {
    const found = [
      await findByTxnId(db, 'aqwire', name),
      await findByReference(db, 'aqwire', name),
      ids && /^\d{1,15}$/.test(name) ? await findOnlinePayment(db, Number(name)) : undefined,
    ].find(
      (row) => row?.type === PAYMENT_TYPE.aqwire && (tenantId === undefined || row.tenantId === tenantId),
    )
    if (found) return found
  }
  return undefined
}
