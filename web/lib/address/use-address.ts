import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { dropDelayedSearches, runDelayedCalls } from '../delayed-calls.ts'

interface ChangeOptions {
  replace?: boolean
  state?: unknown
  /** True for a change of the search term. Cancels an earlier search that is still delayed. */
  isSearch?: boolean
}

type ChangeAddress = (update: (params: URLSearchParams) => void, options?: ChangeOptions) => void

export const getCurrentParams = (): URLSearchParams => new URLSearchParams(location.search)

export const getHistoryState = (): unknown => (history.state as { usr?: unknown } | null)?.usr

/**
 * Returns the URL parameters of the rendered page, and a function that changes the URL. The function starts
 * from the browser's current URL, which may be newer than the rendered one. Otherwise the newer change would
 * be lost. After the user has left the page, the function does nothing.
 */
export function useAddress(): [params: URLSearchParams, change: ChangeAddress] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change: ChangeAddress = useCallback(
    (update, { replace = false, state, isSearch } = {}) => {
      // Before any other change, a delayed search is applied, because it belongs to the history entry in
      // which it was typed.
      if (isSearch) dropDelayedSearches()
      else runDelayedCalls()
      if (location.pathname !== pathname) return
      const changedParams = getCurrentParams()
      update(changedParams)
      void navigate(
        { search: changedParams.toString() },
        { replace, state: replace ? getHistoryState() : state },
      )
    },
    [navigate, pathname],
  )
  return [params, change]
}
