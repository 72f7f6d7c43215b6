import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import { ApiError } from './api.ts'

/**
 * Property `meta` of a mutation or an infinite query. For a query it applies only to later pages, because
 * the component itself shows an error of the first page.
 */
interface FailureMeta extends Record<string, unknown> {
  /**
   * Errors that the caller shows itself, so that no dialog is opened: HTTP statuses, error codes, `'fields'`
   * for messages of fields, or `'all'`.
   */
  handles?: readonly (number | ErrorCode | 'fields')[] | 'all'
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: FailureMeta
    queryMeta: FailureMeta
  }
}

type FailureListener = (failure: unknown) => void
let showUnhandledFailure: FailureListener = () => {}

/**
 * Registers the function that shows errors which the caller does not handle. The shell registers its dialog
 * (rules 15.3).
 */
export function setUnhandledFailureListener(listener: FailureListener): void {
  showUnhandledFailure = listener
}

const reportedFailures = new WeakSet<Error>()

/** Shows an uncaught `ApiError`, each error only once. Returns false for errors of other types. */
export function reportUncaughtError(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  const isOver = failure.status === 401 || failure.code === 'confirmationNeeded'
  if (!isOver && !reportedFailures.has(failure)) showUnhandledFailure(failure)
  return true
}

/**
 * Query client of the app. A failed background refetch shows no error, because the page keeps its data. A
 * failed next page of an infinite list shows one, because the user requested this page.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (failure, { state, meta }) => {
      if (state.fetchMeta?.fetchMore) reportFailure(failure, meta)
    },
  }),
  mutationCache: new MutationCache({
    onError: (failure, _variables, _result, mutation) => {
      reportedFailures.add(failure)
      reportFailure(failure, mutation.meta)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      retry: (count, failure) =>
        count < 2 &&
        navigator.onLine &&
        (!(failure instanceof ApiError) || failure.isUnanswered || failure.status >= 500),
    },
    // Offline, mutations fail at once. By default the library would pause them without a message.
    mutations: { retry: false, networkMode: 'always' },
  },
})

function reportFailure(failure: unknown, meta: FailureMeta | undefined): void {
  if (failure instanceof DOMException && failure.name === 'AbortError') return
  if (failure instanceof ApiError) {
    if (failure.status === 401) return
    // The user closed the confirmation dialog, so the change was not made and there is no error to show.
    if (failure.code === 'confirmationNeeded') return
    const handledCodes = meta?.handles ?? []
    if (handledCodes === 'all' || handledCodes.includes(failure.status)) return
    if (failure.code && handledCodes.includes(failure.code)) return
    if (failure.status === 400 && Object.keys(failure.errors).length > 0 && handledCodes.includes('fields'))
      return
  }
  showUnhandledFailure(failure)
}
