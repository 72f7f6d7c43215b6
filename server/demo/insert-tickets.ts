import { ticketSearchText } from '../features/tickets/ticket-search-text.ts'
import type { Tx } from '../platform/db/client.ts'
import type { DemoClock } from './moments.ts'
import { numberByYear } from './numbers.ts'
import type { DemoTicket } from './tickets.ts'

export interface NumberedTicket extends DemoTicket {
  readonly id: number
  readonly number: string
}

/** Writes tickets (oldest first) with their histories, bookings and counters, in the shape that the engine gives them. */
export async function insertTickets(
  tx: Tx,
  tickets: readonly DemoTicket[],
  { timeZone }: DemoClock,
): Promise<NumberedTicket[]> {
  const numbers = new Map<DemoTicket, string>()
  const counters = [...Map.groupBy(tickets, ({ module }) => module)].flatMap(([module, own]) => {
    const times = own.map(({ createdAt }) => createdAt)
    const { of, last } = numberByYear(module.prefix, times, timeZone)
    for (const [nth, ticket] of own.entries()) numbers.set(ticket, of[nth] ?? '')
    return last.map((each) => ({ module: module.name, ...each }))
  })
  await tx.insertInto('ticket_counters').values(counters).execute()

  const ids = await tx
    .insertInto('tickets')
    .values(tickets.map((ticket) => ticketRow(ticket, numbers.get(ticket) ?? '')))
    .returning('id')
    .execute()
  const numbered = tickets.map((ticket, nth) => ({
    ...ticket,
    id: ids[nth]?.id ?? 0,
    number: numbers.get(ticket) ?? '',
  }))
  for (const { id, files } of numbered) for (const file of files) file.belongTo('ticket', id)
  await insertEvents(tx, numbered)
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
  return numbered
}

async function insertEvents(tx: Tx, tickets: readonly NumberedTicket[]): Promise<void> {
  const events = tickets
    .flatMap(({ id, events }) => events.map((event) => ({ id, ...event })))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  await tx
    .insertInto('ticket_events')
    .values(
      events.map(({ id, at, by, from, to, fields, remark }) => ({
        ticket_id: id,
        at,
        actor_area: by.area,
        actor_id: by.id,
        actor_name: by.name,
        from_status: from,
        to_status: to,
        fields: [...fields],
        remark,
      })),
    )
    .execute()
}

function ticketRow(ticket: DemoTicket, number: string) {
  const { module, details, events, stamps, createdAt } = ticket
  return {
    module: module.name,
    ticket_number: number,
    tenant_id: ticket.resident.id,
    status: ticket.status,
    version: events.length,
    details: JSON.stringify(details),
    remarks: events.findLast(({ remark }) => remark)?.remark ?? '',
    search_text: `${number.toLowerCase()}\n${ticketSearchText(module, details, ticket.amenityTitle)}`,
    post_by_id: ticket.postedBy,
    approved_at: stamps.approved?.at ?? null,
    approved_by_id: stamps.approved?.by ?? null,
    ongoing_at: stamps.ongoing?.at ?? null,
    completed_at: stamps.completed?.at ?? null,
    verified_at: stamps.verified?.at ?? null,
    verified_by_id: stamps.verified?.by ?? null,
    created_at: createdAt,
    updated_at: events.at(-1)?.at ?? createdAt,
  }
}
