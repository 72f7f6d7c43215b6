import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import { ApiError } from './api.ts'

/** Which failures a mutation handles itself. Failures of queries show in the page, with Try again. */
interface FailureMeta extends Record<string, unknown> {
  /** Statuses and codes that the caller shows at fields or in its own dialog; `'all'` for every failure. */
  handles?: readonly (number | ErrorCode)[] | 'all'
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: FailureMeta
  }
}

type FailureListener = (failure: unknown) => void
let showFailure: FailureListener = () => {}

/** Registers the shell's dialog for unhandled failures (rules 15.3). */
export function onUnhandledFailure(listener: FailureListener): void {
  showFailure = listener
}

/** The query cache. Background refetches fail silently, since the page keeps its data. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (failure, _variables, _result, mutation) => report(failure, mutation.meta),
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
    if (failure.status === 400 && Object.keys(failure.errors).length > 0) return
    if (meta?.handles === 'all' || meta?.handles?.includes(failure.status)) return
    if (failure.code && meta?.handles?.includes(failure.code)) return
  }
  showFailure(failure)
}
