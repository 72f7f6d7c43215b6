import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '@tahanan/contract/limits.ts'

/** A page of a list. */
export type PageFilter = {
  page: number
  limit: number
}

/** Reads a list by pages that are not in the address; returns what `RecordList` draws it with. */
export function usePaged<Answer, Shown = Answer>(
  queryOf: (filter: PageFilter) => UseQueryOptions<Answer, Error, Shown>,
  limit: number = LIMITS.pageSize,
) {
  const [page, onPage] = useState(1)
  return { query: useQuery(queryOf({ page, limit })), filter: { page, limit, searchTerm: '' }, onPage }
}
