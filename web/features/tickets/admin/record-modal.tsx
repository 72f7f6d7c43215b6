import { officeFormTitle, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { ticketQuery } from '../calls.ts'
import { RecordForm } from './record-form.tsx'

interface RecordModalProps {
  module: TicketModule
  id: number
  onClose: () => void
}

/** A ticket at the office: its form, its status, its history. */
export function RecordModal({ module, id, onClose }: RecordModalProps) {
  const query = useQuery(ticketQuery(module, id))
  const { data, error } = query
  // after a step of one's own the form begins anew with what that made
  const [round, setRound] = useState(0)
  // deleted elsewhere, maybe while it is open
  const gone = error instanceof ApiError && error.status === 404
  // input of a form that was open is there to be copied
  if (data) {
    return (
      <RecordForm
        key={round}
        module={module}
        ticket={data}
        isGone={gone}
        onRestart={() => setRound((before) => before + 1)}
        onClose={onClose}
      />
    )
  }
  return (
    <Sheet place="box" width={1000} title={officeFormTitle('EDIT', module)} onClose={onClose}>
      <QueryState
        query={query}
        title={`We could not load this ${module.noun.one}`}
        gone="It may have been deleted."
      />
    </Sheet>
  )
}
