import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '@tahanan/contract/limits.ts'

export type PageFilter = {
  page: number
  limit: number
}

export function usePagedQuery<Answer, Shown = Answer>(
  getQuery: (filter: PageFilter) => UseQueryOptions<Answer, Error, Shown>,
  limit: number = LIMITS.pageSize,
) {
  const [page, onPage] = useState(1)
  return { query: useQuery(getQuery({ page, limit })), filter: { page, limit, searchTerm: '' }, onPage }
}
