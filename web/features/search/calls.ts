import type { Found } from '@tahanan/contract/search/answers.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** Least length of a term. */
export const SHORTEST_TERM = 2

/** Query of the records that match a term. */
export function searchQuery(searchTerm: string) {
  return queryOptions({
    queryKey: ['search', searchTerm] as const,
    queryFn: ({ signal }) => api.get<{ data: Found[] }>('/search', { searchTerm }, signal),
    select: ({ data }) => data,
    enabled: searchTerm.length >= SHORTEST_TERM,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
}
