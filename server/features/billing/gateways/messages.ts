import { prepared } from '../../../platform/db/client.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import type { GatewayName } from './gateway.ts'

/** Where a message came from. */
export type MessageKind = 'create' | 'postback' | 'return' | 'webhook' | 'inquiry'

/** Verdict on a message; `received` is one that nobody got to the end of. */
export type Verdict =
  | 'received'
  | 'accepted'
  /** It cannot be read. */
  | 'malformed'
  /** Its digest is wrong or missing. */
  | 'badDigest'
  /** The payment is not here, or the gateway does not know it. */
  | 'unknown'
  /** Somebody else's payment. */
  | 'notOwn'
  /** Set aside for a person: the amount or something else contradicts. */
  | 'amountDiffers'
  | 'setAside'
  /** Said before, or overtaken by a later word. */
  | 'duplicate'
  | 'late'
  /** Nothing happened at the gateway yet. */
  | 'untouched'
  /** The gateway could not be asked, or refused. */
  | 'failed'

export interface NewMessage {
  readonly gateway: GatewayName
  readonly kind: MessageKind
  readonly txnId: string | null
  readonly paymentId: number | null
  /** As it came. Secrets are no part of it. */
  readonly raw: unknown
  readonly sandbox: boolean
}

/** Stores a message of a gateway (or of a browser in its name), before anything is done about it. Returns its id. */
export async function storeMessage(db: DbOrTx, message: NewMessage): Promise<number> {
  const [row] = await prepared<{ id: number }>(
    db,
    'gateway-messages.store',
    `insert into gateway_messages (gateway, kind, txn_id, payment_id, raw, sandbox)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      message.gateway,
      message.kind,
      message.txnId,
      message.paymentId,
      storableJson(message.raw),
      message.sandbox,
    ],
  )
  if (!row) throw new Error('a stored message was not returned')
  return row.id
}

/** Saves the verdict on a stored message. */
export async function judgeMessage(
  db: DbOrTx,
  id: number,
  verdict: Verdict,
  detail: string | null = null,
): Promise<void> {
  await prepared(
    db,
    'gateway-messages.judge',
    'update gateway_messages set verdict = $2, detail = $3 where id = $1',
    [id, verdict, detail],
  )
}

/** Names the payment that a stored message is about. */
export async function attachMessage(db: DbOrTx, id: number, paymentId: number): Promise<void> {
  await prepared(db, 'gateway-messages.attach', 'update gateway_messages set payment_id = $2 where id = $1', [
    id,
    paymentId,
  ])
}

/** PostgreSQL's JSON holds neither NUL nor half a surrogate pair; both can only be written as escapes. */
function storableJson(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll(/\\u(0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd')
}

/** Returns the number of messages about a payment that came in within the last minute, without those that were refused as forged or foreign. */
export async function countLately(db: DbOrTx, paymentId: number): Promise<number> {
  const [row] = await prepared<{ n: number }>(
    db,
    'gateway-messages.lately',
    `select count(*) as n from gateway_messages where payment_id = $1
       and at > clock_timestamp() - interval '1 minute' and kind in ('postback', 'return', 'webhook')
       and verdict not in ('malformed', 'badDigest', 'unknown', 'notOwn')`,
    [paymentId],
  )
  return row?.n ?? 0
}

/** Age after which messages that changed nothing are removed. */
const KEPT_DAYS = 90
/** Most messages that changed nothing, the newest. */
const MOST_IDLE = 20_000
/** Messages removed in one run; the next hour goes on. */
const AT_A_TIME = 5000
/** As the index `gateway_messages_idle` has it. */
const IDLE = `verdict in ('malformed', 'badDigest', 'unknown', 'notOwn', 'received', 'duplicate')
  and kind in ('postback', 'return', 'webhook')`

/**
 * Removes incoming messages that changed nothing: after three months, and the oldest of them sooner where somebody sent
 * very many. Messages that a payment's history refers to stay for good.
 */
export async function removeOldMessages(db: DbOrTx): Promise<void> {
  await prepared(
    db,
    'gateway-messages.remove-old',
    `delete from gateway_messages where id in (
       select id from gateway_messages m where ${IDLE}
         and (at < clock_timestamp() - make_interval(days => ${KEPT_DAYS}) or id <= (
           select id from gateway_messages where ${IDLE} order by id desc offset ${MOST_IDLE} limit 1))
         and not exists (select from payment_events e where e.message_id = m.id)
       order by id limit ${AT_A_TIME})`,
  )
}
