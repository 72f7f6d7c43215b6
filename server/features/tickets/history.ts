import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Actor } from '../../platform/actor.ts'
import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { seesPrivate } from './policy.ts'

/** One thing that happened to a ticket, as its timeline shows it. */
export interface TicketEvent {
  id: number
  at: string
  actor: { kind: 'resident' | 'pmo' | 'system'; name: string; self: boolean }
  from: number | null
  to: number
  /** Names of the module's fields that changed; 'verified' for the verification. */
  fields: string[]
  remark: string | null
}

export interface NewTicketEvent {
  ticketId: number
  from: number | null
  to: number
  fields?: readonly string[]
  remark?: string | null
}

/** Author of the change: an actor, or the portal itself. */
export interface EventActor {
  readonly area: string
  readonly id: number | null
  readonly name: string
}

/** Adds to the history of a ticket, in the transaction of the change. Rows are never rewritten (rules 4.11). */
export async function recordEvent(tx: Tx, actor: EventActor, event: NewTicketEvent): Promise<void> {
  await prepared(
    tx,
    'ticket-events.insert',
    `insert into ticket_events (ticket_id, actor_area, actor_id, actor_name, from_status, to_status, fields, remark)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      event.ticketId,
      actor.area,
      actor.id,
      actor.name,
      event.from,
      event.to,
      event.fields ?? [],
      event.remark ?? null,
    ],
  )
}

interface EventRow {
  id: number
  at: Date
  actor_area: string
  actor_id: number | null
  actor_name: string
  from_status: number | null
  to_status: number
  fields: string[]
  remark: string | null
}

/**
 * The timeline of a ticket, newest first. A resident reads 'PMO' in place of staff names, but the approver's,
 * who is named on the record anyway.
 */
export async function readHistory(
  db: DbOrTx,
  actor: Actor,
  module: TicketModule,
  ticketId: number,
): Promise<TicketEvent[]> {
  const rows = await prepared<EventRow>(
    db,
    'ticket-events.of-ticket',
    `select id, at, actor_area, actor_id, actor_name, from_status, to_status, fields, remark
     from ticket_events where ticket_id = $1 order by id desc limit 500`,
    [ticketId],
  )
  const openly = seesPrivate(actor, module)
  return rows.map((row) => {
    const named = actor.area !== 'client' || row.actor_area === 'client' || row.to_status === STATUS.approved
    return {
      id: row.id,
      at: row.at.toISOString(),
      actor: {
        kind: row.actor_area === 'client' ? 'resident' : row.actor_area === 'system' ? 'system' : 'pmo',
        name: named ? row.actor_name : 'PMO',
        self: row.actor_area === actor.area && row.actor_id === actor.id,
      },
      from: row.from_status,
      to: row.to_status,
      fields: row.fields.filter((key) => openly || !module.fields[key]?.private),
      remark: row.remark,
    }
  })
}
