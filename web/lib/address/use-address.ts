import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { dropDelayedSearches, finishPauses } from '../typing-pause.ts'

interface ChangeOptions {
  /** Replaces the history entry and keeps its state. */
  replace?: boolean
  state?: unknown
  /** Replaces an earlier search that is still delayed. */
  isSearch?: boolean
}

type ChangeAddress = (update: (params: URLSearchParams) => void, options?: ChangeOptions) => void

export const getCurrentParams = (): URLSearchParams => new URLSearchParams(location.search)

export const getHistoryState = (): unknown => (history.state as { usr?: unknown } | null)?.usr

/**
 * Returns the parameters of the rendered page, and a function that changes the URL of the browser. The function
 * starts from the browser's URL, because the router changes it before it renders: rendered parameters would
 * revert an earlier change. It does nothing after the page was left.
 */
export function useAddress(): [params: URLSearchParams, change: ChangeAddress] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change: ChangeAddress = useCallback(
    (update, { replace = false, state, isSearch } = {}) => {
      // A delayed search belongs to the history entry in which it was typed.
      if (isSearch) dropDelayedSearches()
      else finishPauses()
      if (location.pathname !== pathname) return
      const changed = getCurrentParams()
      update(changed)
      void navigate({ search: changed.toString() }, { replace, state: replace ? getHistoryState() : state })
    },
    [navigate, pathname],
  )
  return [params, change]
}
