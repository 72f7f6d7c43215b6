import { sql, type QueryCreator } from 'kysely'
import type { Static } from 'typebox'
import {
  toNotificationInput,
  addNotification,
  type NotificationInput,
  type TenantNotificationInput,
} from '#features/notifications/notify.ts'
import type { Actor } from '#platform/actor.ts'
import { MAX_TIMELINE_EVENTS, addEvents, type EventActor } from '#platform/add-events.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { findChangeSince } from '#platform/last-seen.ts'
import type { TicketEntry } from '@tahanan/contract/gate/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { TicketEvent } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { describeTicketChange } from '@tahanan/contract/tickets/describe-ticket-change.ts'
import { ENTRY_WAS_UNDONE } from './entry-was-undone.ts'
import { canSeePrivateFields } from './policy.ts'

interface NewTicketEvent {
  ticketId: number
  from: number | null
  to: number
  fields?: string[]
  remark?: string | null
  /** Name of the new assignee; '' if the ticket is no longer assigned. */
  assignee?: string
  overridden?: string | null
}

export const PORTAL_ACTOR: EventActor = { area: 'system', id: null, name: 'Tahanan' }

/**
 * Writes an event into a ticket's history and publishes it (rules 4.11). Call it in the transaction of the
 * change. The same query inserts the notification to the resident.
 */
export async function recordEvent(
  tx: Tx,
  actor: EventActor,
  event: NewTicketEvent,
  notice?: TenantNotificationInput,
): Promise<void> {
  const values = toEventValues(actor, event)
  await (notice
    ? insertEventWithNotification(tx, { ...values, ...toNotificationInput(notice) })
    : insertEvent(tx, values))
}

export const toEventValues = (actor: EventActor, event: NewTicketEvent) => ({
  ticketId: event.ticketId,
  from: event.from,
  to: event.to,
  fields: event.fields ?? [],
  remark: event.remark ?? null,
  assignee: event.assignee ?? null,
  overridden: event.overridden ?? null,
  actorArea: actor.area,
  actorId: actor.id,
  actorName: actor.name,
})

export type EventValues = ReturnType<typeof toEventValues>

export const addTicketEvent = (db: QueryCreator<DB>, event: Placeholders<EventValues>) =>
  addEvents(db, 'ticket', (query) =>
    query
      .insertInto('ticket_events')
      .values({
        ticket_id: event.ticketId,
        actor_area: event.actorArea,
        actor_id: event.actorId,
        actor_name: event.actorName,
        from_status: event.from,
        to_status: event.to,
        fields: event.fields,
        remark: event.remark,
        assignee_name: event.assignee,
        overridden: event.overridden,
      })
      .returning('ticket_id as id'),
  )

const insertEvent = prepareQuery((db, event: Placeholders<EventValues>) =>
  addTicketEvent(db, event).selectFrom('event').select('id'),
)
const insertEventWithNotification = prepareQuery(
  (db, values: Placeholders<EventValues & NotificationInput>) =>
    addNotification(addTicketEvent(db, values), values).selectFrom('notice').select('id'),
)

/** SQL: id of the event that first approved the ticket. Its actor is stored as the approver of the ticket. */
const FIRST_APPROVAL_ID = sql<
  number | null
>`min(id) filter (where to_status = ${sql.lit(STATUS.approved)}) over ()`

/**
 * Lists the history of a ticket, newest first. Residents see 'PMO' instead of staff names, except the name of
 * the approver, which the ticket itself shows. They do not see assignments (rules 4.29).
 */
export async function listTicketEvents(
  db: DbOrTx,
  actor: Actor,
  module: TicketModule,
  ticketId: number,
): Promise<Static<typeof TicketEvent>[]> {
  const eventRows = await db
    .selectFrom('ticket_events')
    .selectAll()
    .select(FIRST_APPROVAL_ID.as('first_approval_id'))
    .where('ticket_id', '=', ticketId)
    .$if(actor.area === 'client', (events) => events.where('assignee_name', 'is', null))
    .orderBy('id', 'desc')
    .limit(MAX_TIMELINE_EVENTS)
    .execute()
  const seesPrivateFields = canSeePrivateFields(actor, module)
  return eventRows.map((row) => {
    // A later change to `approved` only reverts a later status, such as an undo at the gate (rules 24.16).
    const isApproval =
      row.to_status === STATUS.approved &&
      (row.from_status === STATUS.approval || row.id === row.first_approval_id)
    const isNameShown = actor.area !== 'client' || row.actor_area === 'client' || isApproval
    const isSelf = row.actor_area === actor.area && row.actor_id === actor.id
    // If the office moved the ticket to another tenant, residents do not see the names of former tenants.
    const isOtherResident = actor.area === 'client' && row.actor_area === 'client' && !isSelf
    return {
      id: row.id,
      at: row.at.toISOString(),
      actor: {
        kind: row.actor_area === 'client' ? 'resident' : row.actor_area === 'system' ? 'system' : 'pmo',
        name: isOtherResident ? 'Another tenant' : isNameShown ? row.actor_name : 'PMO',
        self: isSelf,
      },
      from: row.from_status,
      to: row.to_status,
      fields: row.fields.filter((key) => seesPrivateFields || !module.fields[key]?.private),
      remark: row.remark,
      ...(row.assignee_name !== null && { assignee: row.assignee_name }),
      ...(row.overridden !== null && actor.area !== 'client' && { overridden: row.overridden }),
    }
  })
}

/** Describes the last change of a ticket after `lastSeen`, for example 'Liza Villanueva approved it.' */
export async function describeLastChange(
  db: DbOrTx,
  actor: Actor,
  module: TicketModule,
  ticketId: number,
  lastSeen: Date | undefined,
): Promise<string | undefined> {
  const events = await listTicketEvents(db, actor, module, ticketId)
  const datedEvents = events.map((event) => ({ event, self: event.actor.self, at: new Date(event.at) }))
  const lastChange = findChangeSince(datedEvents, lastSeen)
  return lastChange && describeTicketChange(module, lastChange.event)
}

/**
 * Lists the entries and exits with a ticket's passes, newest first, without undone ones (rules 24.17).
 * Residents see the gate but not the guard (rules 6.19).
 */
export async function listTicketEntries(
  db: DbOrTx,
  actor: Actor,
  ticketId: number,
): Promise<Static<typeof TicketEntry>[]> {
  const entryRows = await db
    .selectFrom('gate_events as e')
    .innerJoin('gate_passes as p', 'p.id', 'e.pass_id')
    .select(['e.id', 'e.at', 'e.people', 'e.gate_name', 'e.admin_name', 'e.ticked', 'e.workers'])
    .select(['p.people as expected', 'p.came'])
    .select(sql<'in' | 'out'>`e.kind`.as('kind'))
    .where('e.ticket_id', '=', ticketId)
    .where('e.kind', 'in', ['in', 'out'])
    .where(sql<boolean>`not ${ENTRY_WAS_UNDONE}`)
    .orderBy('e.at', 'desc')
    .limit(MAX_TIMELINE_EVENTS)
    .execute()
  return entryRows.map(({ gate_name: gate, admin_name: guard, ticked: items, at, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    gate,
    items,
    ...(actor.area !== 'client' && { guard }),
  }))
}
