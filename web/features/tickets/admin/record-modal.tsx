import { officeFormTitle, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isNotFound } from '../../../lib/api/api.ts'
import { WaitingSheet } from '../../../ui/list-pages/waiting-sheet.tsx'
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
  // after a step of one's own the form begins anew with what that made
  const [round, setRound] = useState(0)
  // input of a form that was open is there to be copied, though the ticket was deleted
  if (query.data) {
    return (
      <RecordForm
        key={round}
        module={module}
        ticket={query.data}
        isGone={isNotFound(query.error)}
        onRestart={() => setRound((before) => before + 1)}
        onClose={onClose}
      />
    )
  }
  return (
    <WaitingSheet
      place="box"
      width={1000}
      query={query}
      title={officeFormTitle('EDIT', module)}
      thing={`this ${module.noun.one}`}
      onClose={onClose}
    />
  )
}
