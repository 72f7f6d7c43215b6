import { Type } from 'typebox'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { RecordKind } from '@tahanan/contract/records/index.ts'
import { ListQuery } from '@tahanan/contract/requests.ts'

/** The query of a kind's list: `page`, `limit` and `searchTerm`, all of it where nothing is said and the kind is not paged. */
export function recordListQuery({ whole }: RecordKind) {
  const { page, limit, searchTerm } = ListQuery.properties
  return Type.Object({ page, limit: { ...limit, default: whole ? 0 : LIMITS.pageSize }, searchTerm })
}
