import { createPageQuery } from '#lib/api/create-api-query.ts'
import { LINK_REFRESH_MS } from '#lib/api/row-queries.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { HeaderWithPolicies } from '@tahanan/contract/records/answers.ts'

export const headersQuery = (searchTerm: string) =>
  createPageQuery<ListOf<HeaderWithPolicies>>(
    ['records', 'policies', searchTerm],
    '/policies',
    { page: 1, limit: 0, searchTerm },
    { refetchInterval: LINK_REFRESH_MS },
  )
