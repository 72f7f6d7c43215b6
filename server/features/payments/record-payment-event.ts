import type { Insertable, Selectable } from 'kysely'
import type { Static } from 'typebox'
import type { Actor, AdminActor } from '#platform/actor.ts'
import { MAX_TIMELINE_EVENTS, addEvents, type EventActor } from '#platform/add-events.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import type { PaymentEvents } from '#platform/db/generated.ts'
import { PortalError } from '#platform/errors.ts'
import { findChangeSince } from '#platform/last-seen.ts'
import type { PaymentEvent } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_STATUS, getPaymentTypeInfo } from '@tahanan/contract/billing/payment.ts'

export const toGatewayActor = (type: number): EventActor => ({
  area: 'gateway',
  id: null,
  name: getPaymentTypeInfo(type).label,
})

type EventMark = 'setAside' | 'note' | 'reversed'
// Marks of events whose remarks only the office can read (rules 8.8).
const OFFICE_MARKS: readonly string[] = ['setAside', 'note'] satisfies EventMark[]

type NewPaymentEvent = Omit<
  Insertable<PaymentEvents>,
  'actor_area' | 'actor_id' | 'actor_name' | 'fields'
> & { readonly mark?: EventMark | undefined }

/**
 * Records an event of a payment and publishes it as a live event (rules 8.8). Call it in the transaction of
 * the change.
 */
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
  await addEvents(tx, 'payment', (query) =>
    query.insertInto('payment_events').values(rows).returning('payment_id as id'),
  )
    .selectFrom('event')
    .select('id')
    .execute()
}

/** Lists the events of a payment, newest first (rules 8.8). */
export async function listPaymentEvents(
  db: DbOrTx,
  actor: Actor,
  paymentId: number,
): Promise<Static<typeof PaymentEvent>[]> {
  const eventRows = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(MAX_TIMELINE_EVENTS)
    .execute()
  const visibleRows = actor.area === 'client' ? eventRows.flatMap(toResidentEvents) : eventRows
  return visibleRows.map((row) => ({
    at: row.at,
    who: row.actor_name,
    fromStatus: row.from_status,
    toStatus: row.to_status,
    fromOutsource: row.from_outsource,
    toOutsource: row.to_outsource,
    reversed: row.fields.includes('reversed' satisfies EventMark),
    remark: row.remark,
  }))
}

const STATUS_CHANGE_TEXTS: Readonly<Record<number, string>> = {
  [PAYMENT_STATUS.deleted]: 'deleted it',
  [PAYMENT_STATUS.created]: 'created it',
  [PAYMENT_STATUS.forVerification]: 'sent it for verification',
  [PAYMENT_STATUS.verified]: 'verified it',
  [PAYMENT_STATUS.posted]: 'posted it',
  [PAYMENT_STATUS.rejected]: 'rejected it',
}

async function describeLastChange(
  db: DbOrTx,
  actor: AdminActor,
  paymentId: number,
  lastSeenAt: Date | undefined,
): Promise<string | undefined> {
  const events = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(MAX_TIMELINE_EVENTS)
    .execute()
  const changes = events.map((row) => ({
    row,
    at: row.at,
    self: row.actor_area === actor.area && row.actor_id === actor.id,
  }))
  const last = findChangeSince(changes, lastSeenAt)
  if (!last) return undefined
  const { row, self } = last
  const isMoved = row.from_status !== row.to_status
  const changeText = row.fields.includes('reversed' satisfies EventMark)
    ? 'reversed it'
    : isMoved
      ? STATUS_CHANGE_TEXTS[row.to_status]
      : row.remark
        ? 'left a remark'
        : 'changed it'
  return `${self ? 'You' : row.actor_name || 'The portal'} ${changeText ?? 'changed it'}.`
}

export async function createChangedError(
  db: DbOrTx,
  actor: AdminActor,
  {
    id,
    code,
    lastSeenAt,
  }: { id: number; code: 'conflict' | 'alreadyDone' | 'locked'; lastSeenAt?: Date | undefined },
): Promise<PortalError> {
  return new PortalError(code, { change: await describeLastChange(db, actor, id, lastSeenAt) })
}

function toResidentEvents(row: Selectable<PaymentEvents>): Selectable<PaymentEvents>[] {
  const anonymousRow = row.actor_area === 'admin' ? { ...row, actor_name: 'PMO' } : row
  if (!row.fields.some((mark) => OFFICE_MARKS.includes(mark))) return [anonymousRow]
  const isMoved = row.from_status !== row.to_status || row.from_outsource !== row.to_outsource
  return isMoved ? [{ ...anonymousRow, remark: null }] : []
}
