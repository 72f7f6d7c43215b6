import type { ListOf } from '@tahanan/contract/answers.ts'
import type { RecordKind } from '@tahanan/contract/records/index.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** A record with the fields of its kind. */
export interface ShownRecord extends Readonly<Record<string, unknown>> {
  id: number
  created_at: string
}

/** A page of a kind's records. */
export function recordsQuery<Row = ShownRecord>(
  { path }: Pick<RecordKind, 'path'>,
  filter: { page: number; limit: number },
) {
  return queryOptions({
    queryKey: [path.many, filter] as const,
    queryFn: ({ signal }) => api.get<ListOf<Row>>(`/${path.many}`, filter, signal),
    placeholderData: keepPreviousData,
  })
}

export function recordQuery({ path }: RecordKind, id: number) {
  return queryOptions({
    queryKey: [path.one, id] as const,
    queryFn: ({ signal }) => api.get<ShownRecord>(`/${path.one}/${id}`, undefined, signal),
  })
}
