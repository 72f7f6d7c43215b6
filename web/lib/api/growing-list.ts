import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { api, type Query } from './api.ts'

/** Query of a list that grows by a page at a time, while its reader asks for more. */
export function growingList<Row>(
  queryKey: readonly unknown[],
  path: string,
  { limit, ...query }: Query & { limit: number },
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: page, signal }) => api.get<ListOf<Row>>(path, { ...query, page, limit }, signal),
    initialPageParam: 1,
    // by pages and not by rows: one that arrived since stands beside those of the first page
    getNextPageParam: ({ data, total }, pages) =>
      data.length === 0 || pages.length * limit >= total ? undefined : pages.length + 1,
  })
}

/** Returns the rows of the pages; one that another pushed to the next page is there once. */
export function rowsOfPages<Row extends { id: number }>(pages: readonly ListOf<Row>[]): Row[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()]
}
