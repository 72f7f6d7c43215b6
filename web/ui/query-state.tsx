import type { ReactNode } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { RecordSkeleton } from './lists/skeletons.tsx'
import { ErrorState } from './states.tsx'

interface QueryStateProps {
  query: { data?: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** 'We could not load your passes' */
  title: string
  /** Text for a record that is not found, which is not asked for again: 'It may have been deleted.' */
  gone?: string
  /** The skeleton, in the shape of what comes. */
  children?: ReactNode
}

/** State of a query without data: its skeleton, or why it could not be loaded with 'Try again'. */
export function QueryState({ query, title, gone, children = <RecordSkeleton /> }: QueryStateProps) {
  const { data, error, isFetching, refetch } = query
  const isGone = gone !== undefined && isNotFound(error)
  // data that is not drawn yet is on its way too
  if (!error || (data !== undefined && !isGone)) return children
  return (
    <ErrorState
      error={error}
      title={isGone ? error.message : title}
      busy={isFetching}
      onRetry={isGone ? undefined : () => void refetch()}
    >
      {isGone ? gone : undefined}
    </ErrorState>
  )
}
