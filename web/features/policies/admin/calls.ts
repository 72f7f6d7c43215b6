import { pageQuery } from '#lib/api/api-query.ts'
import { LINKS_AGE_MS } from '#lib/api/records.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { HeaderWithPolicies } from '@tahanan/contract/records/answers.ts'

export const headersQuery = (searchTerm: string) =>
  pageQuery<ListOf<HeaderWithPolicies>>(
    ['records', 'policies', searchTerm],
    '/policies',
    { page: 1, limit: 0, searchTerm },
    { refetchInterval: LINKS_AGE_MS },
  )
