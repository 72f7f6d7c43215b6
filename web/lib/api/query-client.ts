import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import { ApiError } from './api.ts'

/** Options of a mutation for its own failures. A query's are its page's error state with Try again. */
interface FailureMeta extends Record<string, unknown> {
  /** Statuses and codes that the caller shows itself, at its fields or in its own dialog; `'all'` for every one. */
  handles?: readonly (number | ErrorCode)[] | 'all'
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: FailureMeta
  }
}

type Tell = (failure: unknown) => void
let tell: Tell = () => {}

/** The shell says how a failure that nobody handled is told (rules 15.3). */
export function onUnhandledFailure(listener: Tell): void {
  tell = listener
}

/** The query cache. Background refetches fail silently: the page still shows what it knows. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (failure, _variables, _result, mutation) => report(failure, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      // a refusal is not retried; only an unanswered call or a broken server is
      retry: (count, failure) =>
        count < 2 &&
        navigator.onLine &&
        (!(failure instanceof ApiError) || failure.unanswered || failure.status >= 500),
    },
    // an attempt without a network fails and says so, instead of waiting in silence for one
    mutations: { retry: false, networkMode: 'always' },
  },
})

function report(failure: unknown, meta: FailureMeta | undefined): void {
  if (failure instanceof DOMException && failure.name === 'AbortError') return
  if (failure instanceof ApiError) {
    if (failure.status === 401) return
    // the dialog was closed: nothing was sent, and the person knows
    if (failure.code === 'confirmationNeeded') return
    if (failure.status === 400 && Object.keys(failure.errors).length > 0) return
    if (meta?.handles === 'all' || meta?.handles?.includes(failure.status)) return
    if (failure.code && meta?.handles?.includes(failure.code)) return
  }
  tell(failure)
}
