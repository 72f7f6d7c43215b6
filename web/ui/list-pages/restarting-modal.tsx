import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { WaitingSheet } from './waiting-sheet.tsx'

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
  // An open form keeps its input for copying after the record was deleted.
  return <Fragment key={round}>{children(data, { isGone: isNotFound(error), onRestart })}</Fragment>
}
