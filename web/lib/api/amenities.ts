import type { Amenity } from '@tahanan/contract/records/answers.ts'
import { dataQuery } from './api-query.ts'

/** Query of all amenities that can be chosen (rules 9.24). */
export const amenitiesQuery = dataQuery<Amenity[]>(
  ['amenities', 'all'],
  '/amenities',
  { page: 1, limit: 0, searchTerm: '' },
  { staleTime: 5 * 60_000 },
)
