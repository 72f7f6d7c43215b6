import { useLocation, useNavigate } from 'react-router'

/** Search from which a result was opened. It is stored in the history entry below the result. */
export interface LeftSearch {
  term: string
  chosen: number
}

export function useLeftSearch(): LeftSearch | undefined {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'leftSearch' in state
    ? (state.leftSearch as LeftSearch | undefined)
    : undefined
}

/** The returned function stores a search in the current history entry; undefined deletes it. */
export function useLeaveSearch(): (leftSearch: LeftSearch | undefined) => void {
  const location = useLocation()
  const navigate = useNavigate()
  return (leftSearch) => void navigate(location, { replace: true, state: { ...location.state, leftSearch } })
}
