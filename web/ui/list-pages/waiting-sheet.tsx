import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import { QueryState } from '../query-state.tsx'

interface WaitingSheetProps extends Omit<ComponentProps<typeof Sheet>, 'children'> {
  query: ComponentProps<typeof QueryState>['query']
  thing: string
  count?: number
}

/** Shown while a record loads, or if that failed. A missing record shows a message and closes the sheet. */
export function WaitingSheet({ query, thing, count, ...sheet }: WaitingSheetProps) {
  useMissingRecord(isNotFound(query.error), sheet.onClose)
  return (
    <Sheet {...sheet}>
      <QueryState query={query} title={`We could not load ${thing}`}>
        <RecordSkeleton count={count} />
      </QueryState>
    </Sheet>
  )
}

interface RestartingModalProps<Row> {
  query: UseQueryResult<Row>
  title: string
  thing: string
  onClose: () => void
  /** `isGone`: somebody else deleted the record while it was open. */
  children: (row: Row, state: { isGone: boolean; onRestart: () => void }) => ReactNode
}

/** Remounts the form with the new record after a step. */
export function RestartingModal<Row>({ query, children, ...sheet }: RestartingModalProps<Row>) {
  const [round, setRound] = useState(0)
  const { data, error } = query
  if (data === undefined) return <WaitingSheet place="box" width={1000} query={query} {...sheet} />
  const onRestart = (): void => setRound((before) => before + 1)
  // After a deletion, the input of an open form stays visible for copying.
  return <Fragment key={round}>{children(data, { isGone: isNotFound(error), onRestart })}</Fragment>
}
