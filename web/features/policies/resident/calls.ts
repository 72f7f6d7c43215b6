import type { ListOf } from '@tahanan/contract/answers.ts'
import type { HeaderWithPolicies } from '@tahanan/contract/records/answers.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** All headers in their order, each with its policies. */
export const policiesQuery = queryOptions({
  queryKey: ['policies'] as const,
  queryFn: async ({ signal }) =>
    (await api.get<ListOf<HeaderWithPolicies>>('/policies', undefined, signal)).data,
})
