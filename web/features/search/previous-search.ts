import { useLocation, useNavigate } from 'react-router'

/** Stored in the history entry of the page before the opened result, so that Back shows the search again. */
export interface PreviousSearch {
  term: string
  chosen: number
}

export function usePreviousSearch(): PreviousSearch | undefined {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'leftSearch' in state
    ? (state.leftSearch as PreviousSearch | undefined)
    : undefined
}

/** Returns a function that stores a search in the current history entry. Undefined deletes the search. */
export function useSavePreviousSearch(): (previousSearch: PreviousSearch | undefined) => void {
  const location = useLocation()
  const navigate = useNavigate()
  return (previousSearch) =>
    void navigate(location, { replace: true, state: { ...location.state, leftSearch: previousSearch } })
}
