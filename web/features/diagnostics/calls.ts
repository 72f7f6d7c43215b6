import { apiQuery } from '#lib/api/api-query.ts'
import type { Diagnostics } from '@tahanan/contract/diagnostics/answers.ts'

/** Query of the diagnosis, which is made anew each time the page opens. */
export const diagnosticsQuery = apiQuery<Diagnostics>(
  ['diagnostics'],
  '/diagnostics',
  {},
  {
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  },
)
