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
  /** Sort order; undefined means newest first. */
  sort?: string
}

interface AppliedEvent<List> {
  list: List
  mark?: 'added' | 'updated'
  needsRecount: boolean
  /** True if the page lost a row, so it must be refetched to be full again. */
  needsRefill?: boolean
}

export type FitsTab<Row> = (row: Row, status: number) => boolean

/**
 * Applies a live event to the rows of the open page (rules 10.9). A deleted row (status 0) is removed. A
 * newer version replaces the row. It stays even if it no longer belongs to the open tab, because rows must
 * not move while the user is about to click one. A row that is not on the page is inserted at the top of page
 * 1 if it belongs to the tab. On later pages, or with a search, a filter or another sort order, only the
 * totals are refetched, because only the server knows the position of the row.
 */
export function applyEvent<Row extends LiveRow, List extends LiveList<Row>>(
  list: List,
  row: Row,
  filter: LiveFilter,
  isRowInTab: FitsTab<Row> = (candidate, status) => candidate.status === status,
): AppliedEvent<List> {
  const existingRow = list.data.find(({ id }) => id === row.id)
  if (row.status === RECORD_STATUS.deleted) {
    if (!existingRow) return { list, needsRecount: true }
    const remainingRows = list.data.filter(({ id }) => id !== row.id)
    const total = Math.max(0, list.total - 1)
    const needsRefill = (filter.page - 1) * filter.limit + remainingRows.length < total
    return { list: { ...list, data: remainingRows, total }, needsRecount: true, needsRefill }
  }
  if (existingRow) {
    if (Date.parse(row.updated_at) < Date.parse(existingRow.updated_at)) return { list, needsRecount: false }
    const updatedRows = list.data.map((listedRow) =>
      listedRow.id === row.id ? { ...listedRow, ...row } : listedRow,
    )
    const needsRecount = existingRow.status !== row.status
    // The user's own change gets no mark, because the response to it has already updated the row.
    const isOwn = row.updated_at === existingRow.updated_at && !needsRecount
    return {
      list: { ...list, data: updatedRows },
      mark: isOwn ? undefined : 'updated',
      needsRecount,
    }
  }
  const isInTab = filter.status === undefined || isRowInTab(row, filter.status)
  const isNewest = filter.searchTerm === '' && filter.sort === undefined && !isFiltered(filter)
  const isAtTop = filter.page === 1 && isNewest
  if (!isAtTop || !isInTab) return { list, needsRecount: true }
  const rowsWithNew = [row, ...list.data].slice(0, filter.limit)
  const isNew = row.created_at === row.updated_at
  const total = isNew ? list.total + 1 : list.total
  return {
    list: { ...list, data: rowsWithNew, total },
    mark: isNew ? 'added' : 'updated',
    needsRecount: true,
  }
}

/**
 * Returns a function that checks whether an event is newer than all earlier events of its row, because events
 * may arrive in the wrong order.
 */
export function createNewestVersionCheck(): (row: Pick<LiveRow, 'id' | 'updated_at'>) => boolean {
  const newestVersions = new Map<number, number>()
  return ({ id, updated_at }) => {
    const updateTime = Date.parse(updated_at)
    if (updateTime < (newestVersions.get(id) ?? 0)) return false
    newestVersions.set(id, updateTime)
    return true
  }
}
