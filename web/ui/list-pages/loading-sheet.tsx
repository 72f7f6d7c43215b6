import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import { QueryState } from '../query-state.tsx'

interface LoadingSheetProps extends Omit<ComponentProps<typeof Sheet>, 'children'> {
  query: ComponentProps<typeof QueryState>['query']
  subject: string
  count?: number
}

/**
 * Sheet shown while a record loads, or when loading failed. If the record does not exist, a message is shown
 * and the sheet closes.
 */
export function LoadingSheet({ query, subject, count, ...sheet }: LoadingSheetProps) {
  useMissingRecord(isNotFound(query.error), sheet.onClose)
  return (
    <Sheet {...sheet}>
      <QueryState query={query} title={`We could not load ${subject}`}>
        <RecordSkeleton count={count} />
      </QueryState>
    </Sheet>
  )
}

interface RemountingModalProps<Row> {
  query: UseQueryResult<Row>
  title: string
  subject: string
  onClose: () => void
  /**
   * Renders the form. `isGone` is true if somebody else deleted the record while it was open. `onRestart`
   * remounts the form.
   */
  children: (row: Row, state: { isGone: boolean; onRestart: () => void }) => ReactNode
}

/** Modal for a record. After a step such as Approve, its form is remounted with the newest record. */
export function RemountingModal<Row>({ query, children, ...sheet }: RemountingModalProps<Row>) {
  const [round, setRound] = useState(0)
  const { data, error } = query
  if (data === undefined) return <LoadingSheet place="box" width={1000} query={query} {...sheet} />
  const remountForm = (): void => setRound((currentRound) => currentRound + 1)
  // If the record was deleted, the form stays open, so that the user can copy the typed input.
  return (
    <Fragment key={round}>{children(data, { isGone: isNotFound(error), onRestart: remountForm })}</Fragment>
  )
}
