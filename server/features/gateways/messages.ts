import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { PaymentGateway } from './gateway.ts'

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

interface NewMessage {
  readonly kind: MessageKind
  readonly txnId: string | null
  readonly paymentId: number | null
  /** As it came. Secrets are no part of it. */
  readonly raw: unknown
}

/** Stores a message of a gateway (or of a browser in its name), before anything is done about it. Returns its id. */
export async function storeMessage(
  db: DbOrTx,
  { name, sandbox }: Pick<PaymentGateway, 'name' | 'sandbox'>,
  message: NewMessage,
): Promise<number> {
  const { id } = await db
    .insertInto('gateway_messages')
    .values({
      gateway: name,
      kind: message.kind,
      txn_id: message.txnId,
      payment_id: message.paymentId,
      raw: storableJson(message.raw),
      sandbox,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves the verdict on a stored message, and the payment that it is about where it was stored without. */
export async function judgeMessage(
  db: DbOrTx,
  id: number,
  verdict: Verdict,
  detail: string | null = null,
  paymentId?: number,
): Promise<void> {
  const values = { verdict, detail, ...(paymentId && { payment_id: paymentId }) }
  await db.updateTable('gateway_messages').set(values).where('id', '=', id).execute()
}

/** Names the payment that a stored message is about. */
export async function attachMessage(db: DbOrTx, id: number, paymentId: number): Promise<void> {
  await db.updateTable('gateway_messages').set({ payment_id: paymentId }).where('id', '=', id).execute()
}

/** PostgreSQL's JSON holds neither NUL nor half a surrogate pair; both can only be written as escapes. */
function storableJson(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll(/\\u(0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd')
}

/** Returns the number of messages about a payment that came in within the last minute, without those that were refused as forged or foreign. */
export async function countLately(db: DbOrTx, paymentId: number): Promise<number> {
  const { n } = await db
    .selectFrom('gateway_messages')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('payment_id', '=', paymentId)
    .where('at', '>', sql<Date>`clock_timestamp() - interval '1 minute'`)
    .where('kind', 'in', INCOMING)
    .where('verdict', 'not in', ['malformed', 'badDigest', 'unknown', 'notOwn'])
    .executeTakeFirstOrThrow()
  return n
}

/** Kinds of messages that come without being asked for. */
const INCOMING: readonly MessageKind[] = ['postback', 'return', 'webhook']

/** Age after which messages that changed nothing are removed. */
const KEPT_DAYS = 90
/** Most messages that changed nothing, the newest. */
const MOST_IDLE = 20_000
/** Messages removed in one run; the next hour goes on. */
const AT_A_TIME = 5000
/** As the index `gateway_messages_idle` has it. */
const IDLE = sql`verdict in ('malformed', 'badDigest', 'unknown', 'notOwn', 'received', 'duplicate')
  and kind in ('postback', 'return', 'webhook')`

/**
 * Removes incoming messages that changed nothing: after three months, and the oldest of them sooner where somebody sent
 * very many. Messages that a payment's history refers to stay for good.
 */
export async function removeOldMessages(db: DbOrTx): Promise<void> {
  await sql`delete from gateway_messages where id in (
    select id from gateway_messages m where ${IDLE}
      and (at < clock_timestamp() - make_interval(days => ${KEPT_DAYS}) or id <= (
        select id from gateway_messages where ${IDLE} order by id desc offset ${MOST_IDLE} limit 1))
      and not exists (select from payment_events e where e.message_id = m.id)
    order by id limit ${AT_A_TIME})`.execute(db)
}
