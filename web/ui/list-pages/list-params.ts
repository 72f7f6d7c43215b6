import { useSearchParams } from 'react-router'
import type { ListFilter } from '#lib/api/records.ts'
import { parseSort, type SortKey, type Sorting } from '#ui/lists/sort.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { isStatus } from '@tahanan/contract/statuses.ts'

export interface ListParams {
  filter: ListFilter
  /** Changes tab, order or search. Tab and order add a history entry; search replaces it. */
  change: (next: Partial<ListFilter>) => void
  /** Changes the page, as a new history entry; `inPlace` replaces it, for a page that no longer exists. */
  turn: (page: number, inPlace?: boolean) => void
  sorting: Sorting
}

interface ListOptions {
  tabs?: boolean
  keys?: readonly SortKey[]
  newest?: string
}

/** Page, tab, search and order of a list, kept in its address for reloads and shared links. */
export function useListParams({ tabs, keys = [], newest }: ListOptions = {}): ListParams {
  const [params, setParams] = useSearchParams()
  const status = Number(params.get('status'))
  const sort = parseSort(params.get('sort'), { keys, newest })
  const lastPage = sort === undefined ? LIMITS.page : LIMITS.sortedRows / LIMITS.pageSize
  const filter: ListFilter = {
    page: Math.min(lastPage, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
    limit: LIMITS.pageSize,
    status: tabs && isStatus(status) ? status : undefined,
    searchTerm: (params.get('search') ?? '').slice(0, LIMITS.searchTerm),
    sort,
  }
  const go = (next: Partial<ListFilter>, replace: boolean): void => {
    // Another tab, search or order starts at page 1 (rules 13.1).
    const { page, status: tab, searchTerm, sort: order } = { ...filter, page: 1, ...next }
    setParams(
      (before) => {
        set(before, 'page', page > 1 ? String(page) : '')
        set(before, 'status', tab === undefined ? '' : String(tab))
        set(before, 'search', searchTerm)
        set(before, 'sort', order ?? '')
        return before
      },
      { replace },
    )
  }
  return {
    filter,
    change: (next) => go(next, next.searchTerm !== undefined),
    turn: (page, inPlace = false) => go({ page }, inPlace),
    sorting: { keys, newest, sort, onSort: (order) => go({ sort: order }, false) },
  }
}

function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}
