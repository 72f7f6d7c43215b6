import type { Insertable, Selectable } from 'kysely'
import type { Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import type { PaymentEvents } from '#platform/db/generated.ts'
import { TIMELINE_EVENTS, withEvents, type EventActor } from '#platform/history.ts'
import type { PaymentEvent } from '@tahanan/contract/billing/answers.ts'
import { paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'

/** The gateway of a payment's type as an author. */
export const gatewayActor = (type: number): EventActor => ({
  area: 'gateway',
  id: null,
  name: paymentTypeInfo(type).label,
})

/** Marks of events: a reason for review, a note of the office, a reversal. */
type Mark = 'setAside' | 'note' | 'reversed'
/** Marks whose remarks only the office reads (rules 8.8). */
const OFFICE_MARKS: readonly string[] = ['setAside', 'note'] satisfies Mark[]

/** An event to insert; `message_id` is the gateway's message that caused it. */
type NewPaymentEvent = Omit<
  Insertable<PaymentEvents>,
  'actor_area' | 'actor_id' | 'actor_name' | 'fields'
> & { readonly mark?: Mark | undefined }

/** Inserts events of payments in the transaction of the change, and sends them live (rules 8.8). */
export async function recordPaymentEvent(
  tx: Tx,
  actor: EventActor,
  ...events: readonly NewPaymentEvent[]
): Promise<void> {
  const rows = events.map(({ mark, ...event }) => ({
    ...event,
    actor_area: actor.area,
    actor_id: actor.id,
    actor_name: actor.name,
    fields: mark ? [mark] : [],
  }))
  await withEvents(tx, 'payment', (query) =>
    query.insertInto('payment_events').values(rows).returning('payment_id as id'),
  )
    .selectFrom('event')
    .select('id')
    .execute()
}

/** Reads the history of a payment for an actor, newest first (rules 8.8). */
export async function readPaymentHistory(
  db: DbOrTx,
  actor: Actor,
  paymentId: number,
): Promise<Static<typeof PaymentEvent>[]> {
  const rows = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(TIMELINE_EVENTS)
    .execute()
  const shown = actor.area === 'client' ? rows.flatMap(forResident) : rows
  return shown.map((row) => ({
    at: row.at,
    who: row.actor_name,
    fromStatus: row.from_status,
    toStatus: row.to_status,
    fromOutsource: row.from_outsource,
    toOutsource: row.to_outsource,
    reversed: row.fields.includes('reversed' satisfies Mark),
    remark: row.remark,
  }))
}

function forResident(row: Selectable<PaymentEvents>): Selectable<PaymentEvents>[] {
  const named = row.actor_area === 'admin' ? { ...row, actor_name: 'PMO' } : row
  if (!row.fields.some((mark) => OFFICE_MARKS.includes(mark))) return [named]
  const moved = row.from_status !== row.to_status || row.from_outsource !== row.to_outsource
  return moved ? [{ ...named, remark: null }] : []
}
