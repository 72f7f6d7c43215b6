import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export interface Amenity {
  id: number
  title: string
  description?: string | null
  images: FileRef[]
}

/** Every amenity that can be chosen (rules 9.24). */
export const amenitiesQuery = queryOptions({
  queryKey: ['amenities', 'all'] as const,
  queryFn: ({ signal }) =>
    api.get<{ data: Amenity[] }>('/amenities', { page: 1, limit: 0, searchTerm: '' }, signal),
  select: ({ data }) => data,
  staleTime: 5 * 60_000,
})
