import { officeFormTitle, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { RestartingModal } from '../../../ui/list-pages/restarting-modal.tsx'
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
  const title = officeFormTitle('EDIT', module)
  return (
    <RestartingModal query={query} title={title} thing={`this ${module.noun.one}`} onClose={onClose}>
      {(ticket, state) => <RecordForm module={module} ticket={ticket} {...state} onClose={onClose} />}
    </RestartingModal>
  )
}
