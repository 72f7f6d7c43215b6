import type { Sort } from '@tahanan/contract/sorting.ts'
import type { Status } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ApiError } from '../../lib/api/api.ts'
import type { Ticket, TicketList } from './ticket.ts'

/** Filter of a list: a page of the tab and search. */
export interface TicketFilter {
  page: number
  limit: number
  /** Undefined shows every status. */
  status?: Status
  searchTerm: string
  /** Undefined is the newest first. */
  sort?: Sort
}

/** A page of a module's list, or of all modules under `services`. `many` is the module's path and channel name. */
export function ticketsQuery(many: string, filter: TicketFilter) {
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

export interface TenantOption {
  id: number
  clientCode: string
  uoccname: string
}

/** A tenant as pickers show it (rules 3.11). */
export const tenantLabel = ({ uoccname, clientCode }: TenantOption): string => `${uoccname} (${clientCode})`

const TENANTS_A_PAGE = 20

/** Tenants that match a term, for the picker, which asks for more as it is scrolled. An empty term finds nobody (rules 3.11). */
export function tenantsQuery(searchTerm: string) {
  return infiniteQueryOptions({
    queryKey: ['tenants', 'picker', searchTerm] as const,
    queryFn: ({ signal, pageParam }) =>
      api.get<{ data: TenantOption[]; total: number }>(
        '/tenants',
        { page: pageParam, limit: TENANTS_A_PAGE, searchTerm },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * TENANTS_A_PAGE < total ? pages.length + 1 : undefined,
    // somebody who was added meanwhile shifts the pages by one
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ data }) => data.map((tenant) => [tenant.id, tenant]))).values(),
    ],
    enabled: searchTerm !== '',
    placeholderData: keepPreviousData,
  })
}

/** Rows for a CSV file: the chosen ones, or every one of a tab and search. */
export type CsvChoice =
  | { ids: readonly number[] }
  | { status?: number; searchTerm: string; except: ReadonlySet<number> }

const IDS_A_CALL = 200

/**
 * Fetches the rows of a CSV file, newest first, from a call such as `/ticketIds`: by their ids, in parts, so that no address is
 * too long, or all of a tab and search.
 */
export async function chosenRows<Row extends { id: number }>(
  path: string,
  choice: CsvChoice,
): Promise<Row[]> {
  if (!('ids' in choice)) {
    const { status, searchTerm, except } = choice
    const { data } = await api.get<{ data: Row[] }>(path, { all: 1, status, searchTerm }).catch(cutOff)
    return data.filter(({ id }) => !except.has(id))
  }
  const rows: Row[] = []
  for (let from = 0; from < choice.ids.length; from += IDS_A_CALL) {
    const selectedIds = choice.ids.slice(from, from + IDS_A_CALL).join(',')
    const { data } = await api.get<{ data: Row[] }>(path, { selectedIds })
    rows.push(...data)
  }
  return rows.toSorted((one, other) => other.id - one.id)
}

/** Throws on a truncated answer: half of the rows would look like all of them. */
function cutOff(failure: unknown): never {
  if (failure instanceof ApiError) throw failure
  throw new ApiError(502, 'The download was cut off. Please try again.')
}

/** The tickets that a module's CSV file is made of. */
export function csvRows(module: TicketModule, choice: CsvChoice): Promise<Ticket[]> {
  return chosenRows<Ticket>(`/${module.path.ids}`, choice)
}
