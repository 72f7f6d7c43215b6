import type { Tx } from '../platform/db/client.ts'
import { ticketSearchText } from '../features/tickets/ticket-search-text.ts'
import type { Actor } from './course.ts'
import type { DemoResident } from './residents.ts'
import type { DemoAdministrator } from './staff.ts'
import type { DemoTicket } from './tickets.ts'

/** Everybody, with the ids that the database gave them, in the same order. */
export interface People {
  residents: readonly DemoResident[]
  tenants: readonly number[]
  staff: readonly DemoAdministrator[]
  administrators: readonly number[]
}

export interface NumberedTicket extends DemoTicket {
  id: number
}

/** Writes tickets with their histories, bookings, files and counters, in the shape that the engine gives them. */
export async function insertTickets(
  tx: Tx,
  tickets: readonly DemoTicket[],
  people: People,
): Promise<NumberedTicket[]> {
  const rows = await tx
    .insertInto('tickets')
    .values(tickets.map((ticket) => ticketRow(ticket, people)))
    .returning(['id', 'ticket_number'])
    .execute()
  const ids = new Map(rows.map(({ id, ticket_number }) => [ticket_number, id]))
  const numbered = tickets.map((ticket) => ({ ...ticket, id: ids.get(ticket.number) ?? 0 }))

  const events = numbered
    .flatMap(({ id, events }) => events.map((event) => ({ id, event })))
    .toSorted((a, b) => a.event.at.getTime() - b.event.at.getTime())
  await tx
    .insertInto('ticket_events')
    .values(
      events.map(({ id, event }) => ({
        ticket_id: id,
        at: event.at,
        ...who(event.actor, people),
        from_status: event.from,
        to_status: event.to,
        fields: event.fields,
        remark: event.remark,
      })),
    )
    .execute()

  const bookings = numbered.filter(
    ({ module, status }) => module.holds === 'amenity' && status >= 1 && status <= 4,
  )
  await tx
    .insertInto('amenity_bookings')
    .values(
      bookings.map(({ id, details }) => ({
        ticket_id: id,
        amenity_id: Number(details['amenityId']),
        during: `[${String(details['startTime'])},${String(details['endTime'])})`,
      })),
    )
    .execute()

  const files = numbered.flatMap(({ id, files }) =>
    files.map(({ file, uploader }) => {
      const { actor_area, actor_id } = who(uploader, people)
      return file.row({
        uploader_area: actor_area,
        uploader_id: actor_id,
        owner_kind: 'ticket',
        owner_id: id,
      })
    }),
  )
  await tx.insertInto('files').values(files).execute()
  await tx.insertInto('ticket_counters').values(counters(tickets)).execute()
  return numbered
}

function ticketRow(ticket: DemoTicket, { tenants, administrators }: People) {
  const by = (index: number | undefined) => (index === undefined ? null : (administrators[index] ?? null))
  return {
    module: ticket.module.name,
    ticket_number: ticket.number,
    tenant_id: tenants[ticket.resident] ?? 0,
    status: ticket.status,
    version: ticket.events.length,
    details: JSON.stringify(ticket.details),
    remarks: ticket.remarks,
    search_text: `${ticket.number.toLowerCase()}\n${ticketSearchText(ticket.module, ticket.details, ticket.amenityTitle)}`,
    post_by_id: by(ticket.postedBy ?? undefined),
    approved_at: ticket.approved?.at ?? null,
    approved_by_id: by(ticket.approved?.by),
    ongoing_at: ticket.ongoingAt,
    completed_at: ticket.completedAt,
    verified_at: ticket.verified?.at ?? null,
    verified_by_id: by(ticket.verified?.by),
    created_at: ticket.createdAt,
    updated_at: ticket.updatedAt,
  }
}

function who(actor: Actor, { residents, tenants, staff, administrators }: People) {
  if (actor.area === 'client') {
    return {
      actor_area: 'client',
      actor_id: tenants[actor.resident] ?? 0,
      actor_name: residents[actor.resident]?.uoccname ?? '',
    }
  }
  const { firstName, lastName } = staff[actor.administrator] as DemoAdministrator
  return {
    actor_area: 'admin',
    actor_id: administrators[actor.administrator] ?? 0,
    actor_name: `${firstName} ${lastName}`,
  }
}

/** The last number of each module and year, so that the next ticket continues (rules 4.2). */
function counters(tickets: readonly DemoTicket[]) {
  const last = new Map<string, { module: string; year: number; last: number }>()
  for (const { module, number } of tickets) {
    const [, year, count] = number.split('-').map(Number)
    last.set(`${module.name} ${year}`, { module: module.name, year: year ?? 0, last: count ?? 0 })
  }
  return [...last.values()]
}
