/** A row of a list that is kept live. Status 0 only in live events, for a deleted one. Instants are ISO 8601. */
export interface LiveRow {
  id: number
  status: number
  created_at: string
  updated_at: string
}

/** A page of such a list; `counts` by status for its tabs, where it has any. */
export interface LiveList<Row> {
  data: Row[]
  total: number
  counts?: Record<string, number>
}

/** The open page, tab and search. */
export interface LiveFilter {
  page: number
  limit: number
  status?: number
  searchTerm: string
  /** Undefined is the newest first. */
  sort?: string
}

/** Effect of a live event on a list. */
export interface Applied<List> {
  list: List
  /** Mark beside the row; undefined where nothing of this page changed. */
  mark?: 'added' | 'updated'
  /** The totals of the list or its tabs are stale and must be fetched. */
  recount: boolean
}

/** Whether a row belongs to a tab. */
export type Fits<Row> = (row: Row, status: number) => boolean

/**
 * Applies a live event to an open page of a list (rules 10.9): status 0 removes the row, a known id is replaced when the event is
 * newer, an unknown id goes to the top of page 1 when it fits the tab, and the page is trimmed. A row that leaves its tab stays
 * until the next load, so that nothing jumps under a finger; pages beyond the first only recount, for the same reason. Whether a
 * row fits a search, and its place in another order than the newest first, only the server knows.
 */
export function applyEvent<Row extends LiveRow, List extends LiveList<Row>>(
  list: List,
  row: Row,
  filter: LiveFilter,
  fits: Fits<Row> = (candidate, status) => candidate.status === status,
): Applied<List> {
  const known = list.data.find(({ id }) => id === row.id)
  if (row.status === 0) {
    if (!known) return { list, recount: true }
    const data = list.data.filter(({ id }) => id !== row.id)
    return { list: { ...list, data, total: Math.max(0, list.total - 1) }, recount: true }
  }
  if (known) {
    if (Date.parse(row.updated_at) < Date.parse(known.updated_at)) return { list, recount: false }
    const data = list.data.map((other) => (other.id === row.id ? { ...other, ...row } : other))
    const recount = known.status !== row.status
    // the event of the reader's own change, after its answer
    const isOwn = row.updated_at === known.updated_at && !recount
    return { list: { ...list, data }, mark: isOwn ? undefined : 'updated', recount }
  }
  const inTab = filter.status === undefined || fits(row, filter.status)
  const atTop = filter.page === 1 && filter.searchTerm === '' && filter.sort === undefined
  if (!atTop || !inTab) return { list, recount: true }
  const data = [row, ...list.data].slice(0, filter.limit)
  const isNew = row.created_at === row.updated_at
  const total = isNew ? list.total + 1 : list.total
  return { list: { ...list, data, total }, mark: isNew ? 'added' : 'updated', recount: true }
}
