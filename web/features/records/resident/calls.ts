import { createApiQuery, createPageQuery } from '#lib/api/create-api-query.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { RecordKind } from '@tahanan/contract/records/index.ts'

export interface ShownRecord extends Readonly<Record<string, unknown>> {
  id: number
  created_at: string
}

export const recordsQuery = <Row = ShownRecord>(
  { path }: Pick<RecordKind, 'path'>,
  filter: { page: number; limit: number },
) => createPageQuery<ListOf<Row>>([path.many, filter], `/${path.many}`, filter)

export const recordQuery = ({ path }: RecordKind, id: number) =>
  createApiQuery<ShownRecord>([path.one, id], `/${path.one}/${id}`)
