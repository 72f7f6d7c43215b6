import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { WaitingSheet } from './waiting-sheet.tsx'

interface RestartingModalProps<Row> {
  query: UseQueryResult<Row>
  title: string
  /** 'this payment' */
  thing: string
  onClose: () => void
  /** Renders the form. A record that `isGone` was deleted elsewhere, while it is open. */
  children: (row: Row, state: { isGone: boolean; onRestart: () => void }) => ReactNode
}

/** The office's modal of a record. After a step of one's own its form begins anew with what that made. */
export function RestartingModal<Row>({ query, children, ...sheet }: RestartingModalProps<Row>) {
  const [round, setRound] = useState(0)
  const { data, error } = query
  if (data === undefined) return <WaitingSheet place="box" width={1000} query={query} {...sheet} />
  const onRestart = (): void => setRound((before) => before + 1)
  // input of a form that was open is there to be copied, though the record was deleted
  return <Fragment key={round}>{children(data, { isGone: isNotFound(error), onRestart })}</Fragment>
}
