import { keepPreviousData, type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { api, type Query } from './api.ts'

type Options<Answer> = Pick<
  UseQueryOptions<Answer>,
  'enabled' | 'gcTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'staleTime'
>

/** Query of a GET call, kept under `queryKey`. */
export function apiQuery<Answer>(queryKey: QueryKey, path: string, query?: Query, options?: Options<Answer>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => api.get<Answer>(path, query, signal), ...options })
}

/** Query of a page of a list: the page before stays while the next is on its way. */
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
