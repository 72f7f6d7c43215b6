import { LIMITS } from '@tahanan/contract/limits.ts'
import { isStatus } from '@tahanan/contract/statuses.ts'
import { useSearchParams } from 'react-router'
import type { TicketFilter } from './calls.ts'

/** The page, tab and search of a list live in its address, so that a reload or a shared link shows the same rows. */
export function useListParams(): { filter: TicketFilter; change: (next: Partial<TicketFilter>) => void } {
  const [params, setParams] = useSearchParams()
  const status = Number(params.get('status'))
  const filter: TicketFilter = {
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    limit: LIMITS.pageSize,
    status: isStatus(status) ? status : undefined,
    searchTerm: (params.get('search') ?? '').slice(0, LIMITS.searchTerm),
  }
  const change = (next: Partial<TicketFilter>): void => {
    // another tab or search begins at its first page (specification 2 §4)
    const { page, status: tab, searchTerm } = { ...filter, page: 1, ...next }
    setParams(
      (before) => {
        set(before, 'page', page > 1 ? String(page) : '')
        set(before, 'status', tab === undefined ? '' : String(tab))
        set(before, 'search', searchTerm)
        return before
      },
      { replace: true },
    )
  }
  return { filter, change }
}

/** Sets a parameter of an address; an empty one is left out. */
export function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}
