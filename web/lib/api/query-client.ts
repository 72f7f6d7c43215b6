import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import { ApiError } from './api.ts'

/**
 * Failures that a mutation, or the next page of a query, handles itself. A query's first page always shows
 * its own error.
 */
interface FailureMeta extends Record<string, unknown> {
  /** Statuses and codes that the caller shows itself; `'fields'`: messages of fields; `'all'`: every failure. */
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

/** Registers the shell's dialog for unhandled failures (rules 15.3). */
export function onUnhandledFailure(listener: FailureListener): void {
  showFailure = listener
}

const reported = new WeakSet<Error>()

/** Shows an uncaught `ApiError`, unless it was reported before. Returns false for any other error. */
export function reportUncaught(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  const isOver = failure.status === 401 || failure.code === 'confirmationNeeded'
  if (!isOver && !reported.has(failure)) showFailure(failure)
  return true
}

/**
 * The query cache. Background refetches fail silently, since the page retains its data; the next page of an
 * infinite list, which the reader requested, does not.
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
