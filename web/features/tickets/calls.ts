import type { TalliedListOf } from '@tahanan/contract/answers.ts'
import type { TakenSlot, Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { ListFilter } from '../../lib/api/records.ts'

/** A page of a module's list, or of all modules under `services`. `many` is the module's path and channel name. */
export function ticketsQuery(many: string, filter: ListFilter) {
  return queryOptions({
    queryKey: ['tickets', many, filter] as const,
    queryFn: ({ signal }) => api.get<TalliedListOf<Ticket>>(`/${many}`, { ...filter }, signal),
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

/** The taken times of an amenity on a community day (`YYYY-MM-DD`), asked again while somebody chooses. */
export function slotsQuery(amenityId: number, date: string) {
  return queryOptions({
    queryKey: ['slots', amenityId, date] as const,
    queryFn: ({ signal }) => api.get<TakenSlot[]>('/get-reservation-schedules', { amenityId, date }, signal),
    staleTime: 0,
    // others' bookings are not told to this reader's channels, so the form asks
    refetchInterval: 10_000,
  })
}
