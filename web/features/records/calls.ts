import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** Something the office publishes, as the API sends it. Instants are ISO 8601. */
export interface PublishedRecord {
  id: number
  title: string
  description?: string | null
  created_at: string
  updated_at: string
}

/** A page of a list. */
export interface RecordPageOf<Row> {
  data: Row[]
  total: number
  from: number
}

export interface RecordFilter {
  page: number
  /** 0 is all. */
  limit: number
  searchTerm: string
  /** The open tab, of lists that have tabs. */
  status?: number
  /** Undefined is the newest first. */
  sort?: string
}

/** Links to files are good for five minutes, so an open page asks for new ones before that. */
export const LINKS_AGE_MS = 4 * 60_000

/** A page of a list; `many` is its path and the name of its live channel. */
export function recordsQuery<Row>(many: string, filter: RecordFilter) {
  return queryOptions({
    queryKey: ['records', many, filter] as const,
    queryFn: ({ signal }) => api.get<RecordPageOf<Row>>(`/${many}`, { ...filter }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LINKS_AGE_MS,
  })
}

/** One record, for its form. */
export function recordQuery<Row>(one: string, id: number) {
  return queryOptions({
    queryKey: ['record', one, id] as const,
    queryFn: ({ signal }) => api.get<Row>(`/${one}/${id}`, undefined, signal),
    staleTime: 0,
  })
}

export interface Memorandum extends PublishedRecord {
  memoNumber: string | null
  date: string
  files: FileRef[]
}

export interface WithImages extends PublishedRecord {
  images: FileRef[]
}

export interface Advertisement extends WithImages {
  url: string
}
