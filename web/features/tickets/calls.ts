import { apiQuery, pageQuery } from '#lib/api/api-query.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { TalliedListOf } from '@tahanan/contract/answers.ts'
import type { TakenSlot, Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/** Query of a ticket list. `many` is the module's path, or `services` for all modules. */
export const ticketsQuery = (many: string, filter: ListFilter) =>
  pageQuery<TalliedListOf<Ticket>>(['tickets', many, filter], `/${many}`, { ...filter })

export const ticketQuery = ({ path }: TicketModule, id: number) =>
  apiQuery<Ticket>(['ticket', id], `/${path.one}/${id}`, {}, { staleTime: 0 })

/**
 * Query of the booked times of an amenity on a day, `date` (YYYY-MM-DD). It polls, because no live event
 * reports bookings.
 */
export const slotsQuery = (amenityId: number, date: string) =>
  apiQuery<TakenSlot[]>(
    ['slots', amenityId, date],
    '/get-reservation-schedules',
    { amenityId, date },
    { staleTime: 0, refetchInterval: 10_000 },
  )
