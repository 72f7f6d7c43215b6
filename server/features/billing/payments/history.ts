import type { PaymentEvent } from '@tahanan/contract/billing/answers.ts'
import { paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import type { Static } from 'typebox'
import type { Actor } from '../../../platform/actor.ts'
import type { PaymentEvents } from '../../../platform/db/generated.ts'
import type { Selectable } from 'kysely'
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
const REVERSED = 'reversed'

interface NewPaymentEvent {
  readonly paymentId: number
  readonly from: number | null
  readonly to: number
  readonly fromOutsource?: string | null
  readonly toOutsource?: string | null
  readonly setAside?: boolean
  readonly reversed?: boolean
  readonly remark?: string | null
  /** The gateway's message that it came with. */
  readonly messageId?: number | null
}

/** Adds to the history of a payment, in the transaction of the change. Rows are never rewritten (rules 8.8). */
export async function recordPaymentEvent(tx: Tx, actor: EventActor, event: NewPaymentEvent): Promise<void> {
  await tx
    .insertInto('payment_events')
    .values({
      payment_id: event.paymentId,
      actor_area: actor.area,
      actor_id: actor.id,
      actor_name: actor.name,
      from_status: event.from,
      to_status: event.to,
      from_outsource: event.fromOutsource ?? null,
      to_outsource: event.toOutsource ?? null,
      fields: [...(event.setAside ? [SET_ASIDE] : []), ...(event.reversed ? [REVERSED] : [])],
      remark: event.remark ?? null,
      message_id: event.messageId ?? null,
    })
    .execute()
}

/** The timeline of a payment, newest first. A resident reads 'PMO' in place of staff names, and not why it was set aside. */
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
    .limit(500)
    .execute()
  const shown = actor.area === 'client' ? rows.flatMap(forResident) : rows
  return shown.map((row) => ({
    at: row.at,
    who: row.actor_name,
    fromStatus: row.from_status,
    toStatus: row.to_status,
    fromOutsource: row.from_outsource,
    toOutsource: row.to_outsource,
    reversed: row.fields.includes(REVERSED),
    remark: row.remark,
  }))
}

function forResident(row: Selectable<PaymentEvents>): Selectable<PaymentEvents>[] {
  const named = row.actor_area === 'admin' ? { ...row, actor_name: 'PMO' } : row
  if (!row.fields.includes(SET_ASIDE)) return [named]
  const moved = row.from_status !== row.to_status || row.from_outsource !== row.to_outsource
  return moved ? [{ ...named, remark: null }] : []
}
