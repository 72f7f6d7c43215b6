import type { PaymentEvent } from '@tahanan/contract/billing/answers.ts'
import { paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import type { Static } from 'typebox'
import type { Actor } from '../../../platform/actor.ts'
import { prepared } from '../../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'

/** Author of the change: an actor, or a gateway. */
export interface EventActor {
  readonly area: string
  readonly id: number | null
  readonly name: string
}

/** The gateway of a payment's type, as its history names it. */
export const gatewayActor = (type: number): EventActor => ({
  area: 'gateway',
  id: null,
  name: paymentTypeInfo(type).label,
})

/** Marks an event whose remark is why a person must look: residents are not told. */
const SET_ASIDE = 'setAside'

export interface NewPaymentEvent {
  readonly paymentId: number
  readonly from: number | null
  readonly to: number
  readonly fromOutsource?: string | null
  readonly toOutsource?: string | null
  readonly setAside?: boolean
  readonly remark?: string | null
  /** The gateway's message that it came with. */
  readonly messageId?: number | null
}

/** Adds to the history of a payment, in the transaction of the change. Rows are never rewritten (rules 8.8). */
export async function recordPaymentEvent(tx: Tx, actor: EventActor, event: NewPaymentEvent): Promise<void> {
  await prepared(
    tx,
    'payment-events.insert',
    `insert into payment_events (payment_id, actor_area, actor_id, actor_name, from_status, to_status, from_outsource,
      to_outsource, fields, remark, message_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      event.paymentId,
      actor.area,
      actor.id,
      actor.name,
      event.from,
      event.to,
      event.fromOutsource ?? null,
      event.toOutsource ?? null,
      event.setAside ? [SET_ASIDE] : [],
      event.remark ?? null,
      event.messageId ?? null,
    ],
  )
}

interface EventRow {
  at: Date
  actor_area: string
  actor_name: string
  from_status: number | null
  to_status: number
  from_outsource: string | null
  to_outsource: string | null
  fields: string[]
  remark: string | null
}

/** The timeline of a payment, newest first. A resident reads 'PMO' in place of staff names, and not why it was set aside. */
export async function readPaymentHistory(
  db: DbOrTx,
  actor: Actor,
  paymentId: number,
): Promise<Static<typeof PaymentEvent>[]> {
  const rows = await prepared<EventRow>(
    db,
    'payment-events.of-payment',
    `select at, actor_area, actor_name, from_status, to_status, from_outsource, to_outsource, fields, remark
     from payment_events where payment_id = $1 order by id desc limit 500`,
    [paymentId],
  )
  const shown = actor.area === 'client' ? rows.flatMap(forResident) : rows
  return shown.map((row) => ({
    at: row.at,
    who: row.actor_name,
    fromStatus: row.from_status,
    toStatus: row.to_status,
    fromOutsource: row.from_outsource,
    toOutsource: row.to_outsource,
    remark: row.remark,
  }))
}

function forResident(row: EventRow): EventRow[] {
  const named = row.actor_area === 'admin' ? { ...row, actor_name: 'PMO' } : row
  if (!row.fields.includes(SET_ASIDE)) return [named]
  const moved = row.from_status !== row.to_status || row.from_outsource !== row.to_outsource
  return moved ? [{ ...named, remark: null }] : []
}
