import { keepPreviousData, type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { api, type Query } from './api.ts'

type Options<Answer> = Pick<
  UseQueryOptions<Answer>,
  'enabled' | 'gcTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'staleTime'
>

/** Query of a GET call, cached under `queryKey`. */
export function apiQuery<Answer>(queryKey: QueryKey, path: string, query?: Query, options?: Options<Answer>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => api.get<Answer>(path, query, signal), ...options })
}

/** Query of a GET call that answers `{ data }`; caches the data. */
export function dataQuery<Data>(queryKey: QueryKey, path: string, query?: Query, options?: Options<Data>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await api.get<{ data: Data }>(path, query, signal)).data,
    ...options,
  })
}

/** Query of a page of a list. The previous page stays visible while the next one loads. */
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
