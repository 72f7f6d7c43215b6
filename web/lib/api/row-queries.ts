import type { ListOf, SignedLink } from '@tahanan/contract/answers.ts'
import type { ListFilters } from '@tahanan/contract/lists/filters.ts'
import type { Amenity } from '@tahanan/contract/records/answers.ts'
import type { Sort } from '@tahanan/contract/sorting.ts'
import type { Status } from '@tahanan/contract/statuses.ts'
import type { Assignee } from '@tahanan/contract/tickets/answers.ts'
import { api } from './api.ts'
import { createApiQuery, createPageQuery, createDataQuery } from './create-api-query.ts'

export interface ListPageFilter extends ListFilters {
  page: number
  limit: number
  status?: Status
  searchTerm: string
  sort?: Sort
}

export function slicePage<Row>(
  rows: readonly Row[],
  filter: Pick<ListPageFilter, 'page' | 'limit'>,
): ListOf<Row> {
  const startIndex = (filter.page - 1) * filter.limit
  return {
    data: rows.slice(startIndex, startIndex + filter.limit),
    total: rows.length,
    from: rows.length && startIndex + 1,
  }
}

/** Interval in milliseconds at which open pages refetch, because signed links expire after five minutes. */
export const LINK_REFRESH_MS = 4 * 60_000

export function createRowsQuery<Row>(listPath: string, filter: ListPageFilter) {
  const key = ['records', listPath, filter]
  return createPageQuery<ListOf<Row>>(
    key,
    `/${listPath}`,
    { ...filter },
    { refetchInterval: LINK_REFRESH_MS },
  )
}

export const createRowQuery = <Row>(rowPath: string, id: number) =>
  createApiQuery<Row>(['record', rowPath, id], `/${rowPath}/${id}`, {}, { staleTime: 0 })

/** Query of all amenities at once, without pages (rules 9.24). */
export const amenitiesQuery = createDataQuery<Amenity[]>(
  ['amenities', 'all'],
  '/amenities',
  { page: 1, limit: 0, searchTerm: '' },
  { staleTime: 5 * 60_000 },
)

/** Fetches a new signed link of a file, because links on an open page may have expired (rules 6.15). */
export async function fetchFileLink(key: string): Promise<string> {
  return (await api.get<SignedLink>('/file', { name: key })).url
}

export const createAssigneesQuery = (rowPath: string) =>
  createApiQuery<Assignee[]>(['assignees', rowPath], `/${rowPath}/assignees`, {}, { staleTime: 60_000 })
