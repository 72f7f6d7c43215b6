import type { DbOrTx } from '#platform/db/client.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { isJsonDeeperThan } from '@tahanan/contract/json-depth.ts'
import { toFields, toText } from '../fields.ts'
import type { GatewayMessage, MessageReader } from '../payment-gateway.ts'
import { findByReference, findByTxnId, findOnlinePayment, type OnlinePaymentRow } from '../repository.ts'
import { isSigned } from './signatures.ts'

/** Fields in which a webhook may contain the transaction, by AQWire's number or the portal's. */
const NAMES = ['transactionId', 'uniqueId', 'paymentId', 'id'] as const

/**
 * Returns the reader of AQWire's messages. The form of a webhook's body is not documented, so a webhook, like
 * a browser, only names the payment to inquire about.
 */
export function aqwireMessages(secretKey: string): MessageReader {
  return {
    readCallback: (content, sign) =>
      hint(namedTransaction(content.toString('utf8')), async () => isSigned(secretKey, content, sign)),
    readReturn: (number) => hint([number], null),
  }
}

function hint(names: readonly string[], isGenuine: GatewayMessage['isGenuine']): GatewayMessage {
  return {
    txnId: names[0] ?? null,
    // Only the resident's call may use ids, which AQWire does not know.
    find: (db, tenantId) => findNamed(db, names, { tenantId, ids: isGenuine === null }),
    isGenuine,
    outcome: null,
  }
}

function namedTransaction(text: string): string[] {
  if (isJsonDeeperThan(text, 64)) return []
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return []
  }
  const body = toFields(json)
  return [body, toFields(body.data)].flatMap((fields) =>
    NAMES.flatMap((name) => toText(fields[name], 100) ?? []),
  )
}

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
