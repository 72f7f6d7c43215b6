import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** A building circular (rules 9.16). */
export interface Memorandum {
  id: number
  memoNumber: string | null
  title: string
  description: string
  date: string
  files: FileRef[]
  created_at: string
  updated_at: string
}

export interface MemorandumList {
  data: Memorandum[]
  total: number
  from: number
}

export function memorandumsQuery(filter: { page: number; limit: number }) {
  return queryOptions({
    queryKey: ['memorandums', filter] as const,
    queryFn: ({ signal }) => api.get<MemorandumList>('/memorandums', filter, signal),
    placeholderData: keepPreviousData,
  })
}

export function memorandumQuery(id: number) {
  return queryOptions({
    queryKey: ['memorandum', id] as const,
    queryFn: ({ signal }) => api.get<Memorandum>(`/memorandum/${id}`, undefined, signal),
  })
}
