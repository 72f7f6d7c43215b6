import type { ListOf } from '@tahanan/contract/answers.ts'
import type { HeaderWithPolicies } from '@tahanan/contract/records/answers.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { LINKS_AGE_MS } from '../../../lib/api/records.ts'

/** All headers that match, in their order, each with its policies. */
export function headersQuery(searchTerm: string) {
  return queryOptions({
    queryKey: ['records', 'policies', searchTerm] as const,
    queryFn: ({ signal }) =>
      api.get<ListOf<HeaderWithPolicies>>('/policies', { page: 1, limit: 0, searchTerm }, signal),
    refetchInterval: LINKS_AGE_MS,
  })
}
