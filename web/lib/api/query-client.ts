import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import { ApiError } from './api.ts'

/** For mutations and the next page of a query. The first page of a query always shows its own error. */
interface FailureMeta extends Record<string, unknown> {
  /** Failures that the caller shows itself: statuses, codes, `'fields'` for messages of fields, or `'all'`. */
  handles?: readonly (number | ErrorCode | 'fields')[] | 'all'
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: FailureMeta
    queryMeta: FailureMeta
  }
}

type FailureListener = (failure: unknown) => void
let showFailure: FailureListener = () => {}

/** The shell registers its dialog (rules 15.3). */
export function onUnhandledFailure(listener: FailureListener): void {
  showFailure = listener
}

const reported = new WeakSet<Error>()

/** Shows an `ApiError` only once. Returns false for other errors. */
export function reportUncaught(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  const isOver = failure.status === 401 || failure.code === 'confirmationNeeded'
  if (!isOver && !reported.has(failure)) showFailure(failure)
  return true
}

/**
 * Refetches in the background fail silently, because the page keeps its data. The next page of an infinite list
 * does not, because the reader requested it.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (failure, { state, meta }) => {
      if (state.fetchMeta?.fetchMore) report(failure, meta)
    },
  }),
  mutationCache: new MutationCache({
    onError: (failure, _variables, _result, mutation) => {
      reported.add(failure)
      report(failure, mutation.meta)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      // Retries only unanswered calls and server errors.
      retry: (count, failure) =>
        count < 2 &&
        navigator.onLine &&
        (!(failure instanceof ApiError) || failure.isUnanswered || failure.status >= 500),
    },
    // Offline, a mutation fails at once instead of waiting silently.
    mutations: { retry: false, networkMode: 'always' },
  },
})

function report(failure: unknown, meta: FailureMeta | undefined): void {
  if (failure instanceof DOMException && failure.name === 'AbortError') return
  if (failure instanceof ApiError) {
    if (failure.status === 401) return
    // The user closed the confirmation dialog; nothing was sent.
    if (failure.code === 'confirmationNeeded') return
    const handles = meta?.handles ?? []
    if (handles === 'all' || handles.includes(failure.status)) return
    if (failure.code && handles.includes(failure.code)) return
    if (failure.status === 400 && Object.keys(failure.errors).length > 0 && handles.includes('fields')) return
  }
  showFailure(failure)
}
