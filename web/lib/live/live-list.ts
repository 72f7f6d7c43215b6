import { isFiltered } from '#lib/address/list-filters.ts'
import type { ListFilters } from '@tahanan/contract/lists/filters.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'

export interface LiveRow {
  id: number
  status: number
  created_at: string
  updated_at: string
}

export interface LiveList<Row> {
  data: Row[]
  total: number
  counts?: Record<string, number>
}

export interface LiveFilter extends ListFilters {
  page: number
  limit: number
  status?: number
  searchTerm: string
  /** Undefined: newest first. */
  sort?: string
}

interface AppliedEvent<List> {
  list: List
  /** Undefined if the page did not change. */
  mark?: 'added' | 'updated'
  /** The totals of the list or its tabs are outdated. */
  recount: boolean
  /** The page lost a row and must be refetched. */
  refill?: boolean
}

export type FitsTab<Row> = (row: Row, status: number) => boolean

/**
 * Applies a live event to the open page (rules 10.9). Status 0 removes the row. A newer state replaces a known
 * row. An unknown row is inserted at the top of page 1 if it belongs to the tab. A row that leaves its tab
 * stays until the next load, and later pages only refetch totals, so that rows do not move under a finger. With
 * a search, filter or another order only the totals are refetched, because only the server can place the row.
 */
export function applyEvent<Row extends LiveRow, List extends LiveList<Row>>(
  list: List,
  row: Row,
  filter: LiveFilter,
  fits: FitsTab<Row> = (candidate, status) => candidate.status === status,
): AppliedEvent<List> {
  const known = list.data.find(({ id }) => id === row.id)
  if (row.status === RECORD_STATUS.deleted) {
    if (!known) return { list, recount: true }
    const data = list.data.filter(({ id }) => id !== row.id)
    const total = Math.max(0, list.total - 1)
    const refill = (filter.page - 1) * filter.limit + data.length < total
    return { list: { ...list, data, total }, recount: true, refill }
  }
  if (known) {
    if (Date.parse(row.updated_at) < Date.parse(known.updated_at)) return { list, recount: false }
    const data = list.data.map((other) => (other.id === row.id ? { ...other, ...row } : other))
    const recount = known.status !== row.status
    // The answer of the reader's own change has already updated the row.
    const isOwn = row.updated_at === known.updated_at && !recount
    return { list: { ...list, data }, mark: isOwn ? undefined : 'updated', recount }
  }
  const inTab = filter.status === undefined || fits(row, filter.status)
  const isNewest = filter.searchTerm === '' && filter.sort === undefined && !isFiltered(filter)
  const atTop = filter.page === 1 && isNewest
  if (!atTop || !inTab) return { list, recount: true }
  const data = [row, ...list.data].slice(0, filter.limit)
  const isNew = row.created_at === row.updated_at
  const total = isNew ? list.total + 1 : list.total
  return { list: { ...list, data, total }, mark: isNew ? 'added' : 'updated', recount: true }
}

/**
 * Creates a check whether an event is newer than earlier events of its row, because events may arrive out of
 * order.
 */
export function createNewestStates(): (row: Pick<LiveRow, 'id' | 'updated_at'>) => boolean {
  const newest = new Map<number, number>()
  return ({ id, updated_at }) => {
    const at = Date.parse(updated_at)
    if (at < (newest.get(id) ?? 0)) return false
    newest.set(id, at)
    return true
  }
}
