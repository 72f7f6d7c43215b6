import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Sort } from '@tahanan/contract/sorting.ts'
import type { Status } from '@tahanan/contract/statuses.ts'
import { apiQuery, pageQuery } from './api-query.ts'

/** Filter of a list: a page of the tab and search. */
export interface ListFilter {
  page: number
  /** 0 is all. */
  limit: number
  /** The open tab; undefined shows every status. */
  status?: Status
  searchTerm: string
  /** Undefined is the newest first. */
  sort?: Sort
}

/** Returns a page of rows that came whole. */
export function pageOf<Row>(rows: readonly Row[], filter: Pick<ListFilter, 'page' | 'limit'>): ListOf<Row> {
  const from = (filter.page - 1) * filter.limit
  return { data: rows.slice(from, from + filter.limit), total: rows.length, from: rows.length && from + 1 }
}

/** Links to files are good for five minutes, so an open page asks for new ones before that. */
export const LINKS_AGE_MS = 4 * 60_000

/** A page of a list; `many` is its path and the name of its live channel. */
export function recordsQuery<Row>(many: string, filter: ListFilter) {
  const key = ['records', many, filter]
  return pageQuery<ListOf<Row>>(key, `/${many}`, { ...filter }, { refetchInterval: LINKS_AGE_MS })
}

/** One record, for its form. */
export const recordQuery = <Row>(one: string, id: number) =>
  apiQuery<Row>(['record', one, id], `/${one}/${id}`, {}, { staleTime: 0 })
