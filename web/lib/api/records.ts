import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Sort } from '@tahanan/contract/sorting.ts'
import type { Status } from '@tahanan/contract/statuses.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Filter of a list: a page of the tab and search. */
export interface ListFilter {
  page: number
  /** 0 is all. */
  limit: number
  /** The open tab; undefined shows every status. */
  status?: Status
  searchTerm: string
  /** Undefined is the newest first. */
  sort?: Sort
}

/** Links to files are good for five minutes, so an open page asks for new ones before that. */
export const LINKS_AGE_MS = 4 * 60_000

/** A page of a list; `many` is its path and the name of its live channel. */
export function recordsQuery<Row>(many: string, filter: ListFilter) {
  return queryOptions({
    queryKey: ['records', many, filter] as const,
    queryFn: ({ signal }) => api.get<ListOf<Row>>(`/${many}`, { ...filter }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LINKS_AGE_MS,
  })
}

/** One record, for its form. */
export function recordQuery<Row>(one: string, id: number) {
  return queryOptions({
    queryKey: ['record', one, id] as const,
    queryFn: ({ signal }) => api.get<Row>(`/${one}/${id}`, undefined, signal),
    staleTime: 0,
  })
}
