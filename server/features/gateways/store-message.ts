import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { PaymentGateway } from './payment-gateway.ts'

export type MessageKind = 'create' | 'postback' | 'return' | 'webhook' | 'inquiry'

/**
 * Result of processing a message. `received` is the initial value, and remains if processing does not finish.
 */
export type Verdict =
  | 'received'
  | 'accepted'
  | 'malformed'
  | 'badDigest'
  /** The portal or the gateway does not know the payment. */
  | 'unknown'
  | 'notOwn'
  /**
   * The office must review the payment, because the amount differs or the message contradicts an earlier
   * decision.
   */
  | 'amountDiffers'
  | 'setAside'
  /** The message is a repeated one, or older than the payment's present status. */
  | 'duplicate'
  | 'late'
  | 'untouched'
  | 'failed'

interface NewMessage {
  readonly kind: MessageKind
  readonly txnId: string | null
  readonly paymentId: number | null
  readonly raw: unknown
}

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
      raw: toStorableJson(message.raw),
      sandbox,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveVerdict(
  db: DbOrTx,
  id: number,
  verdict: Verdict,
  detail: string | null = null,
  paymentId?: number,
): Promise<void> {
  const values = { verdict, detail, ...(paymentId && { payment_id: paymentId }) }
  await db.updateTable('gateway_messages').set(values).where('id', '=', id).execute()
}

export async function attachMessage(db: DbOrTx, id: number, paymentId: number): Promise<void> {
  await db.updateTable('gateway_messages').set({ payment_id: paymentId }).where('id', '=', id).execute()
}

/** PostgreSQL cannot store NUL and unpaired surrogates in JSON, so they are replaced. */
function toStorableJson(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll(/\\u(0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd')
}

export async function countRecentMessages(db: DbOrTx, paymentId: number): Promise<number> {
  const { n } = await db
    .selectFrom('gateway_messages')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('payment_id', '=', paymentId)
    .where('at', '>', sql<Date>`clock_timestamp() - interval '1 minute'`)
    .where('kind', 'in', INCOMING_KINDS)
    .where('verdict', 'not in', ['malformed', 'badDigest', 'unknown', 'notOwn'])
    .executeTakeFirstOrThrow()
  return n
}

const INCOMING_KINDS: readonly MessageKind[] = ['postback', 'return', 'webhook']

const MAX_UNUSED_DAYS = 90
const MAX_UNUSED_MESSAGES = 20_000
const DELETE_BATCH_SIZE = 5000
const IS_UNUSED = sql`verdict in ('malformed', 'badDigest', 'unknown', 'notOwn', 'received', 'duplicate')
  and kind in ('postback', 'return', 'webhook')`

/**
 * Deletes received messages that had no effect and are older than `MAX_UNUSED_DAYS`, and the oldest ones beyond
 * `MAX_UNUSED_MESSAGES`. Messages that a payment's history refers to are not deleted.
 */
export async function removeOldMessages(db: DbOrTx): Promise<void> {
  await sql`delete from gateway_messages where id in (
    select id from gateway_messages m where ${IS_UNUSED}
      and (at < clock_timestamp() - make_interval(days => ${MAX_UNUSED_DAYS}) or id <= (
        select id from gateway_messages where ${IS_UNUSED} order by id desc offset ${MAX_UNUSED_MESSAGES} limit 1))
      and not exists (select from payment_events e where e.message_id = m.id)
    order by id limit ${DELETE_BATCH_SIZE})`.execute(db)
}
