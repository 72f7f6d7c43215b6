import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ticketQuery } from '../calls.ts'
import type { Ticket } from '../ticket.ts'
import { RecordForm } from './record-form.tsx'

interface RecordModalProps {
  module: TicketModule
  id: number
  onClose: () => void
}

/** A ticket at the office: its form, its status, its history (specification 2 §2). */
export function RecordModal({ module, id, onClose }: RecordModalProps) {
  const { data, error, refetch, isFetching } = useQuery(ticketQuery(module, id))
  // what the form began with; a refetch must not type over what somebody types
  const [base, setBase] = useState<Ticket>()
  if (data && !base) setBase(data)
  // deleted elsewhere, maybe while it is open
  const gone = error instanceof ApiError && error.status === 404
  if (data && base && !gone) {
    return (
      <RecordForm
        key={base.updated_at}
        module={module}
        base={base}
        latest={data}
        onRebase={() => setBase(data)}
        onClose={onClose}
      />
    )
  }
  return (
    <Sheet place="box" width={1000} title={`Edit ${module.noun.one}`} onClose={onClose}>
      {!error && <RecordSkeleton />}
      {error && (
        <ErrorState
          title={gone ? error.message : `We could not load this ${module.noun.one}`}
          onRetry={gone ? undefined : () => void refetch()}
          busy={isFetching}
        >
          {gone ? 'It may have been deleted.' : undefined}
        </ErrorState>
      )}
    </Sheet>
  )
}
