import { useLocation, useNavigate } from 'react-router'

/** A search from which a result was opened. It is kept in the history entry below the result. */
export interface LeftSearch {
  term: string
  chosen: number
}

/** Returns the search to which the reader came back. */
export function useLeftSearch(): LeftSearch | undefined {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'leftSearch' in state
    ? (state.leftSearch as LeftSearch | undefined)
    : undefined
}

/** Returns a function that keeps a search in the open history entry, or removes it. */
export function useLeaveSearch(): (leftSearch: LeftSearch | undefined) => void {
  const location = useLocation()
  const navigate = useNavigate()
  return (leftSearch) => void navigate(location, { replace: true, state: { ...location.state, leftSearch } })
}
