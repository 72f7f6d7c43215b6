import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

export type FoundKind = 'post' | 'memorandum' | 'policy' | 'ticket' | 'tenant'

/** A result of `GET /search`. The server returns only records that the reader may open. */
export interface Found {
  kind: FoundKind
  id: number
  title: string
  text: string
  /** An instant, or nothing where no date says anything. */
  date: string | null
  /** The page that shows it. */
  link: string
}

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
