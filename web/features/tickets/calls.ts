import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { ListFilter } from '../../lib/api/records.ts'
import type { Ticket, TicketList } from './ticket.ts'

/** A page of a module's list, or of all modules under `services`. `many` is the module's path and channel name. */
export function ticketsQuery(many: string, filter: ListFilter) {
  return queryOptions({
    queryKey: ['tickets', many, filter] as const,
    queryFn: ({ signal }) => api.get<TicketList>(`/${many}`, { ...filter }, signal),
    placeholderData: keepPreviousData,
  })
}

/** One ticket with its history. */
export function ticketQuery(module: TicketModule, id: number) {
  return queryOptions({
    queryKey: ['ticket', id] as const,
    queryFn: ({ signal }) => api.get<Ticket>(`/${module.path.one}/${id}`, undefined, signal),
    staleTime: 0,
  })
}

/** A time in which an amenity is taken. Instants, ISO 8601. */
export interface Slot {
  startTime: string
  endTime: string
  /** It is the reader's own ticket that holds it. */
  own: boolean
}

/** The taken times of an amenity on a community day (`YYYY-MM-DD`), asked again while somebody chooses. */
export function slotsQuery(amenityId: number, date: string) {
  return queryOptions({
    queryKey: ['slots', amenityId, date] as const,
    queryFn: async ({ signal }) => {
      const answer = await api.get<Slot[] | { data: Slot[] }>(
        '/get-reservation-schedules',
        { amenityId, date },
        signal,
      )
      return Array.isArray(answer) ? answer : answer.data
    },
    staleTime: 0,
    // others' bookings are not told to this reader's channels, so the form asks
    refetchInterval: 10_000,
  })
}
