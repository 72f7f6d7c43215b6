import type { ReactNode } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { RecordSkeleton } from './lists/skeletons.tsx'
import { ErrorState } from './states.tsx'

interface QueryStateProps {
  query: { data?: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
  title: string
  notFoundText?: string
  children?: ReactNode
}

export function QueryState({ query, title, notFoundText, children = <RecordSkeleton /> }: QueryStateProps) {
  const { data, error, isFetching, refetch } = query
  const isGone = notFoundText !== undefined && isNotFound(error)
  // Without an error the children are rendered. They may be the placeholder although the data is loaded,
  // because much data is rendered a little later.
  if (!error || (data !== undefined && !isGone)) return children
  return (
    <ErrorState
      error={error}
      title={isGone ? error.message : title}
      busy={isFetching}
      onRetry={isGone ? undefined : () => void refetch()}
    >
      {isGone ? notFoundText : undefined}
    </ErrorState>
  )
}
