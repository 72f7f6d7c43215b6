import { keepPreviousData, type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { api, type Query } from './api.ts'

type Options<Answer> = Pick<
  UseQueryOptions<Answer>,
  'enabled' | 'gcTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'staleTime'
>

export function apiQuery<Answer>(queryKey: QueryKey, path: string, query?: Query, options?: Options<Answer>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => api.get<Answer>(path, query, signal), ...options })
}

export function dataQuery<Data>(queryKey: QueryKey, path: string, query?: Query, options?: Options<Data>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await api.get<{ data: Data }>(path, query, signal)).data,
    ...options,
  })
}

export const toList = <Row>(data: Row[]) => ({ data, total: data.length })

/** Returns a query whose previous page stays visible while the next page loads. */
export function pageQuery<Answer>(
  queryKey: QueryKey,
  path: string,
  query?: Query,
  options?: Options<Answer>,
) {
  return queryOptions({
    ...apiQuery<Answer>(queryKey, path, query, options),
    placeholderData: keepPreviousData,
  })
}

export async function fetchAllRows<Row>(path: string, query: Query): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await api.get<ListOf<Row>>(path, { ...query, page, limit: LIMITS.allRows })
    rows.push(...data)
    if (rows.length >= total || data.length === 0) return rows
  }
}
