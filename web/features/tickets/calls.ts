import { createApiQuery, createPageQuery } from '#lib/api/create-api-query.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { ListWithCountsOf } from '@tahanan/contract/answers.ts'
import type { TakenSlot, Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/** `listPath` is the path of one module's list, or `services` for the list of all modules. */
export const ticketsQuery = (listPath: string, filter: ListPageFilter) =>
  createPageQuery<ListWithCountsOf<Ticket>>(['tickets', listPath, filter], `/${listPath}`, { ...filter })

export const ticketQuery = ({ path }: TicketModule, id: number) =>
  createApiQuery<Ticket>(['ticket', id], `/${path.one}/${id}`, {}, { staleTime: 0 })

/**
 * Query of the booked times of an amenity on a day (`date`: YYYY-MM-DD). It polls, because the server sends
 * no live events about bookings.
 */
export const slotsQuery = (amenityId: number, date: string) =>
  createApiQuery<TakenSlot[]>(
    ['slots', amenityId, date],
    '/get-reservation-schedules',
    { amenityId, date },
    { staleTime: 0, refetchInterval: 10_000 },
  )
