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

/** Sheet of a record that is loading or failed to load. A missing record shows a message and closes it. */
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
  /** Renders the form. `isGone`: the record was deleted elsewhere while open. */
  children: (row: Row, state: { isGone: boolean; onRestart: () => void }) => ReactNode
}

/** The office's form of a record. After a step it remounts with the new record. */
export function RestartingModal<Row>({ query, children, ...sheet }: RestartingModalProps<Row>) {
  const [round, setRound] = useState(0)
  const { data, error } = query
  if (data === undefined) return <WaitingSheet place="box" width={1000} query={query} {...sheet} />
  const onRestart = (): void => setRound((before) => before + 1)
  // The input of an open form remains for copying after the record was deleted.
  return <Fragment key={round}>{children(data, { isGone: isNotFound(error), onRestart })}</Fragment>
}
