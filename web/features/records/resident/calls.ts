import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Memorandum } from '@tahanan/contract/records/answers.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export function memorandumsQuery(filter: { page: number; limit: number }) {
  return queryOptions({
    queryKey: ['memorandums', filter] as const,
    queryFn: ({ signal }) => api.get<ListOf<Memorandum>>('/memorandums', filter, signal),
    placeholderData: keepPreviousData,
  })
}

export function memorandumQuery(id: number) {
  return queryOptions({
    queryKey: ['memorandum', id] as const,
    queryFn: ({ signal }) => api.get<Memorandum>(`/memorandum/${id}`, undefined, signal),
  })
}
