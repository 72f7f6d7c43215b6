import { getTicketSearchText } from '#features/tickets/get-ticket-search-text.ts'
import type { Tx } from '#platform/db/client.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { DemoTicket } from './tickets.ts'

export type InsertedTicket = DemoTicket & { readonly id: number }

export async function insertTickets(tx: Tx, tickets: readonly DemoTicket[]): Promise<InsertedTicket[]> {
  const rows = tickets.map(({ module, row, amenityTitle }) => ({
    ...row,
    details: JSON.stringify(row.details),
    search_text: `${row.ticket_number.toLowerCase()}\n${getTicketSearchText(module, row.details, amenityTitle)}`,
  }))
  const ids = await tx.insertInto('tickets').values(rows).returning('id').execute()
  const insertedTickets = tickets.map((ticket, index) => ({ ...ticket, id: ids[index]?.id ?? 0 }))
  for (const { id, files } of insertedTickets) for (const file of files) file.setOwner('ticket', id)
  const eventRows = insertedTickets.flatMap(({ id, events }) =>
    events.map((event) => ({ ticket_id: id, ...event })),
  )
  await tx
    .insertInto('ticket_events')
    .values(eventRows.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    .execute()
  const bookings = insertedTickets
    .filter(
      ({ module, row: { status } }) =>
        module.heldResource === 'amenity' && status >= STATUS.approval && status <= STATUS.completed,
    )
    .map(({ id, row: { details } }) => ({
      ticket_id: id,
      amenity_id: Number(details['amenityId']),
      during: `[${String(details['startTime'])},${String(details['endTime'])})`,
    }))
  await tx.insertInto('amenity_bookings').values(bookings).execute()
  return insertedTickets
}
