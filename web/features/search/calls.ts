import type { Found } from '@tahanan/contract/search/answers.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { dataQuery } from '../../lib/api/api-query.ts'

/** Least length of a term. */
export const SHORTEST_TERM = 2

/** Query of the records that match a term. */
export const searchQuery = (searchTerm: string) => ({
  ...dataQuery<Found[]>(['search', searchTerm], '/search', { searchTerm }, { staleTime: 10_000 }),
  enabled: searchTerm.length >= SHORTEST_TERM,
  placeholderData: keepPreviousData,
})
