import { prepared } from '../../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import type { CreatedPayment, GatewayName } from './gateway.ts'

/** Columns of a payment that a gateway's message is compared with. */
export interface OnlinePaymentRow {
  readonly id: number
  readonly tenantId: number
  readonly type: 2 | 3
  readonly status: number
  readonly txnId: string
  readonly reference: string | null
  readonly outsourceStatus: string | null
  /** Pesos. */
  readonly amountPaid: number
  /** Pesos as the gateway said, null while it has not. */
  readonly gatewayAmount: number | null
  readonly sandbox: boolean
  /** Whether the resident was given a page to pay at. */
  readonly offered: boolean
}

export const GATEWAY_TYPES: Readonly<Record<GatewayName, 2 | 3>> = { dragonpay: 2, aqwire: 3 }

const COLUMNS = `id, tenant_id as "tenantId", type, status, txn_id as "txnId", gateway_reference as reference,
  outsource_status as "outsourceStatus", amount_paid as "amountPaid", gateway_amount as "gatewayAmount", sandbox,
  return_url is not null as offered`

/** The payment with this number of ours, deleted ones included: their money is told to the office. */
export async function findByTxnId(
  db: DbOrTx,
  gateway: GatewayName,
  txnId: string,
): Promise<OnlinePaymentRow | undefined> {
  const [row] = await prepared<OnlinePaymentRow>(
    db,
    'gateway-payments.by-txn',
    `select ${COLUMNS} from payments where txn_id = $1 and type = $2`,
    [txnId, GATEWAY_TYPES[gateway]],
  )
  return row
}

/** The payment that the gateway knows by this number of its own. */
export async function findByReference(
  db: DbOrTx,
  gateway: GatewayName,
  reference: string,
): Promise<OnlinePaymentRow | undefined> {
  const [row] = await prepared<OnlinePaymentRow>(
    db,
    'gateway-payments.by-reference',
    `select ${COLUMNS} from payments where gateway_reference = $1 and type = $2 order by id desc limit 1`,
    [reference, GATEWAY_TYPES[gateway]],
  )
  return row
}

/** The payment by its id. */
export async function findOnlinePayment(db: DbOrTx, id: number): Promise<OnlinePaymentRow | undefined> {
  const [row] = await prepared<OnlinePaymentRow>(
    db,
    'gateway-payments.by-id',
    `select ${COLUMNS} from payments where id = $1 and type in (2, 3)`,
    [id],
  )
  return row
}

/** Finds an online payment and locks it until the transaction ends. */
export async function lockOnlinePayment(tx: Tx, id: number): Promise<OnlinePaymentRow | undefined> {
  await prepared(tx, 'gateway-payments.lock', 'select from payments where id = $1 for no key update', [id])
  // Read in a statement of its own: what was waited for is only seen by the next one.
  return findOnlinePayment(tx, id)
}

/** Counts the payments that this tenant began with gateways in the last minutes. */
export async function countRecent(tx: Tx, tenantId: number, minutes: number): Promise<number> {
  const [row] = await prepared<{ n: number }>(
    tx,
    'gateway-payments.recent',
    `select count(*) as n from payments where tenant_id = $1 and type in (2, 3)
       and created_at > clock_timestamp() - make_interval(mins => $2)`,
    [tenantId, minutes],
  )
  return row?.n ?? 0
}

/** Saves the page to pay at, and the gateway's number of the payment. */
export async function saveCreated(
  tx: Tx,
  id: number,
  { url, reference }: Pick<CreatedPayment, 'url' | 'reference'>,
): Promise<void> {
  await prepared(
    tx,
    'gateway-payments.created',
    `update payments set return_url = $2, gateway_reference = coalesce(gateway_reference, $3),
       updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms') where id = $1`,
    [id, url, reference],
  )
}

/** Sets the next question to the gateway, in seconds from now; null for never. */
export async function setNextInquiry(tx: Tx, id: number, seconds: number | null): Promise<void> {
  await prepared(
    tx,
    'gateway-payments.next-inquiry',
    `update payments set next_inquiry_at = clock_timestamp() + make_interval(secs => $2) where id = $1`,
    [id, seconds],
  )
}

/** Asks again within a minute, unless nothing more is expected. */
export async function hastenInquiry(db: DbOrTx, id: number): Promise<void> {
  await prepared(
    db,
    'gateway-payments.hasten',
    `update payments set next_inquiry_at = least(next_inquiry_at, clock_timestamp() + interval '1 minute')
     where id = $1 and status <> 0
       and (outsource_status is null or outsource_status not in ('S', 'F', 'V', 'R', 'K'))`,
    [id],
  )
}
