import { prepared } from '../../db/client.ts'
import type { DbOrTx } from '../../db/client.ts'
import type { GatewayName } from './gateway.ts'

/** Where a message came from. */
export type MessageKind = 'create' | 'postback' | 'return' | 'webhook' | 'inquiry'

/** What became of a message; `received` is one that nobody got to the end of. */
export type Verdict =
  | 'received'
  | 'accepted'
  /** It cannot be read. */
  | 'malformed'
  /** Its digest is wrong or missing. */
  | 'badDigest'
  /** Of a payment that is not here, or that the gateway does not know. */
  | 'unknown'
  /** Somebody else's payment. */
  | 'notOwn'
  /** Put before a person: the amount, or what else contradicts. */
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

/** Stores what a gateway (or a browser in its name) said, before anything is done about it. Answers the message's id. */
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

/** Writes down what became of a stored message. */
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

/** PostgreSQL's JSON holds neither NUL nor half a surrogate pair; both can only be written as escapes. */
function storableJson(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll(/\\u(0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd')
}

/** Messages that nobody needs to look at any more go after this. */
const KEPT_DAYS = 90
/** So many that led nowhere are kept at most, the newest. */
const MOST_REFUSED = 20_000

/**
 * Removes messages that changed no payment: those of no payment here after three months, and the oldest of them sooner
 * where somebody sent very many. What a payment's history refers to stays for good.
 */
export async function removeOldMessages(db: DbOrTx): Promise<void> {
  await prepared(
    db,
    'gateway-messages.remove-old',
    `delete from gateway_messages m where verdict in ('malformed', 'badDigest', 'unknown', 'notOwn', 'received')
       and kind in ('postback', 'return', 'webhook')
       and (at < clock_timestamp() - make_interval(days => ${KEPT_DAYS}) or id <= coalesce((
         select id from gateway_messages where verdict in ('malformed', 'badDigest', 'unknown', 'notOwn')
           and kind in ('postback', 'return', 'webhook')
         order by id desc offset ${MOST_REFUSED} limit 1), 0))
       and not exists (select from payment_events e where e.message_id = m.id)`,
  )
}
