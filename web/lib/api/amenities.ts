import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Amenity } from '@tahanan/contract/records/answers.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Every amenity that can be chosen (rules 9.24). */
export const amenitiesQuery = queryOptions({
  queryKey: ['amenities', 'all'] as const,
  queryFn: ({ signal }) =>
    api.get<ListOf<Amenity>>('/amenities', { page: 1, limit: 0, searchTerm: '' }, signal),
  select: ({ data }) => data,
  staleTime: 5 * 60_000,
})
