import { keepPreviousData, type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { api, type QueryParams } from './api.ts'

type ApiQueryOptions<Answer> = Pick<
  UseQueryOptions<Answer>,
  'enabled' | 'gcTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'staleTime'
>

export function createApiQuery<Answer>(
  queryKey: QueryKey,
  path: string,
  query?: QueryParams,
  options?: ApiQueryOptions<Answer>,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => api.get<Answer>(path, query, signal), ...options })
}

export function createDataQuery<Data>(
  queryKey: QueryKey,
  path: string,
  query?: QueryParams,
  options?: ApiQueryOptions<Data>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await api.get<{ data: Data }>(path, query, signal)).data,
    ...options,
  })
}

export const toListResponse = <Row>(data: Row[]) => ({ data, total: data.length })

/** Returns a query whose previous page stays visible while the next page loads. */
export function createPageQuery<Answer>(
  queryKey: QueryKey,
  path: string,
  query?: QueryParams,
  options?: ApiQueryOptions<Answer>,
) {
  return queryOptions({
    ...createApiQuery<Answer>(queryKey, path, query, options),
    placeholderData: keepPreviousData,
  })
}

export async function fetchAllRows<Row>(path: string, query: QueryParams): Promise<Row[]> {
  const collectedRows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await api.get<ListOf<Row>>(path, { ...query, page, limit: LIMITS.allRows })
    collectedRows.push(...data)
    if (collectedRows.length >= total || data.length === 0) return collectedRows
  }
}
