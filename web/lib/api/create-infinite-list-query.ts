import { infiniteQueryOptions, type QueryMeta } from '@tanstack/react-query'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { api, type QueryParams } from './api.ts'

export function createInfiniteListQuery<Row>(
  queryKey: readonly unknown[],
  path: string,
  { limit, ...query }: QueryParams & { limit: number },
  meta?: QueryMeta,
) {
  return infiniteQueryOptions({
    meta,
    queryKey,
    queryFn: ({ pageParam: page, signal }) => api.get<ListOf<Row>>(path, { ...query, page, limit }, signal),
    initialPageParam: 1,
    // Compares the number of pages instead of rows, because live events add rows to the first page.
    getNextPageParam: ({ data, total }, pages) =>
      data.length === 0 || pages.length * limit >= total ? undefined : pages.length + 1,
  })
}

/**
 * Joins the loaded pages without duplicates. A new row moves another row to the next page, so a row can be
 * loaded twice.
 */
export function flattenPages<Row extends { id: number }>(pages: readonly ListOf<Row>[]): Row[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()]
}
