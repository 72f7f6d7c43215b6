import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import {
  type AddressFilters,
  toApiFilters,
  changeFilters,
  parseFilters,
  toViewQuery,
} from '#lib/address/list-filters.ts'
import { useAddress } from '#lib/address/use-address.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import { getToday } from '#lib/time.ts'
import { saveRowsPerPage, saveTab, getLastTab, getRowsPerPage } from '#ui/lists/list-choices.ts'
import { parseSort, type SortKey, type Sorting } from '#ui/lists/sort.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { OfficeList } from '@tahanan/contract/lists/office-lists.ts'
import { isStatus } from '@tahanan/contract/statuses.ts'

export interface ListParams {
  filter: ListPageFilter
  /**
   * Changes tab, sort order or search. A change of tab or order adds a history entry; a search replaces the
   * current one.
   */
  change: (next: Partial<ListPageFilter>) => void
  /**
   * Opens another page of the list with a new history entry. With `shouldReplace` the current entry is replaced,
   * because its page of the list no longer exists.
   */
  openPage: (page: number, shouldReplace?: boolean) => void
  /** Changes the number of rows per page. The first visible row stays on the open page. */
  resize: (limit: number) => void
  sorting: Sorting
  filters?: ListFilterState
}

interface ListFilterState {
  office: OfficeList
  chosenFilters: AddressFilters
  choose: (filters: AddressFilters) => void
  query: string
}

interface ListOptions {
  tabs?: boolean
  keys?: readonly SortKey[]
  newest?: string
  /** True for residents. Their lists have ten rows per page, and open without the tab of the last visit. */
  isForResident?: boolean
  office?: OfficeList | undefined
}

/**
 * Reads and writes the state of a list in the URL: page, tab, search, order and filters. Reloads and shared
 * links then show the same rows.
 */
export function useListParams(options: ListOptions = {}): ListParams {
  const { tabs, keys = [], newest, isForResident, office } = options
  const [params, changeAddress] = useAddress()
  const { pathname, key } = useLocation()
  // If the URL has no parameters, the list opens the tab that was last used here, and the history entry is
  // replaced.
  const [first] = useState(() => ({
    key,
    tab: tabs && !isForResident && params.size === 0 ? getLastTab(pathname) : undefined,
  }))
  const initialTab = key === first.key ? first.tab : undefined
  useLayoutEffect(() => {
    if (initialTab !== undefined)
      changeAddress((address) => setOrDeleteParam(address, 'status', initialTab), { replace: true })
  }, [initialTab, changeAddress])
  const status = initialTab ?? Number(params.get('status'))
  const limit = isForResident ? LIMITS.pageSize : getRowsPerPage(params.get('limit'))
  const sort = parseSort(params.get('sort'), { keys, newest })
  const lastPage = sort === undefined ? LIMITS.page : LIMITS.sortedRows / limit
  const chosenFilters = office && parseFilters(params, office)
  const filter: ListPageFilter = {
    ...(chosenFilters && toApiFilters(chosenFilters, getToday())),
    page: Math.min(lastPage, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
    limit,
    status: tabs && isStatus(status) ? status : undefined,
    searchTerm: (params.get('search') ?? '').slice(0, LIMITS.searchTerm),
    sort,
  }
  const changeListAddress = (next: Partial<ListPageFilter>, replace: boolean): void => {
    // After a change of tab, search or order the list starts at page 1 (rules 13.1).
    const { page = 1, limit: rows, status: tab, searchTerm, sort: order } = next
    changeAddress(
      (address) => {
        setOrDeleteParam(address, 'page', page > 1 ? page : '')
        // The number of rows per page is part of the URL, so that a shared link shows the same rows.
        if (!isForResident && (page > 1 || rows !== undefined || address.has('limit')))
          setOrDeleteParam(address, 'limit', rows ?? getRowsPerPage(address.get('limit')))
        if ('status' in next) setOrDeleteParam(address, 'status', tab ?? '')
        if (searchTerm !== undefined) setOrDeleteParam(address, 'search', searchTerm)
        if ('sort' in next) setOrDeleteParam(address, 'sort', order ?? '')
      },
      { replace, isSearch: searchTerm !== undefined },
    )
  }
  return {
    filter,
    change: (next) => {
      if (!isForResident && 'status' in next) saveTab(pathname, next.status)
      changeListAddress(next, next.searchTerm !== undefined)
    },
    openPage: (page, shouldReplace = false) => changeListAddress({ page }, shouldReplace),
    resize: (rows) => {
      saveRowsPerPage(rows)
      changeListAddress({ limit: rows, page: getPageAfterResize(filter, rows) }, true)
    },
    sorting: { keys, newest, sort, onSort: (order) => changeListAddress({ sort: order }, false) },
    ...(office &&
      chosenFilters && {
        filters: {
          office,
          chosenFilters,
          choose: (next) => changeAddress((address) => changeFilters(address, office, chosenFilters, next)),
          query: toViewQuery(params, office),
        },
      }),
  }
}

/**
 * Returns the page, counted from 1, that contains the first row of the open page once `newLimit` rows are on a
 * page.
 */
export const getPageAfterResize = (
  { page, limit }: Pick<ListPageFilter, 'page' | 'limit'>,
  newLimit: number,
): number => Math.floor(((page - 1) * limit) / newLimit) + 1

function setOrDeleteParam(params: URLSearchParams, name: string, value: string | number): void {
  if (value === '') params.delete(name)
  else params.set(name, String(value))
}
