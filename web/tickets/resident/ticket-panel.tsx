import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useResident } from '../../lib/me.ts'
import { Button } from '../../ui/button.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ticketQuery } from '../calls.ts'
import { NewerNote } from '../../forms/newer-note.tsx'
import { TicketFields } from '../form/ticket-fields.tsx'
import { useSaveTicket } from '../form/use-save-ticket.ts'
import { useTicketForm } from '../form/use-ticket-form.ts'
import { can, type Ticket } from '../ticket.ts'
import { useDeleteTicket } from '../use-delete-ticket.ts'
import { FormSheet } from './add-panel.tsx'
import { TicketPass } from './ticket-pass.tsx'

interface TicketPanelProps {
  module: TicketModule
  id: number
  /** The Services hub only reads. */
  readOnly?: boolean
  onClose: () => void
}

/** A ticket of the resident: its pass, and while its status allows it the form to change it. */
export function TicketPanel({ module, id, readOnly, onClose }: TicketPanelProps) {
  const { data, error, refetch, isFetching } = useQuery(ticketQuery(module, id))
  const remove = useDeleteTicket('resident')
  const [base, setBase] = useState<Ticket>()
  // deleted elsewhere, maybe while it is open
  const gone = error instanceof ApiError && error.status === 404
  if (!data || gone) {
    return (
      <Sheet title={module.title} onClose={onClose}>
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
  if (base) {
    return (
      <EditPanel
        key={base.updated_at}
        module={module}
        base={base}
        latest={data}
        onRebase={() => setBase(data)}
        onClose={() => setBase(undefined)}
      />
    )
  }
  const mayEdit = !readOnly && can(data, 'fields')
  const mayDelete = can(data, 'delete')
  return (
    <Sheet
      title={module.title}
      onClose={onClose}
      actions={
        !readOnly && (
          <RowMenu
            label="Actions"
            actions={[
              ...(mayEdit ? [{ label: 'Edit', icon: Pencil, onSelect: () => setBase(data) }] : []),
              {
                label: mayDelete ? 'Delete' : 'Unable to delete',
                icon: Trash2,
                danger: true,
                disabled: !mayDelete,
                onSelect: () => void remove(module, data).then((gone) => gone && onClose()),
              },
            ]}
          />
        )
      }
      footer={
        mayEdit && (
          <Button icon={Pencil} onClick={() => setBase(data)}>
            Edit {module.noun.one}
          </Button>
        )
      }
    >
      <TicketPass module={module} ticket={data} />
    </Sheet>
  )
}

interface EditPanelProps {
  module: TicketModule
  /** The ticket as the form began with it, and as it is now. */
  base: Ticket
  latest: Ticket
  /** Begin again with the latest. */
  onRebase: () => void
  onClose: () => void
}

function EditPanel({ module, base, latest, onRebase, onClose }: EditPanelProps) {
  const { clientCode } = useResident()
  const form = useTicketForm({ module, writer: 'resident', action: 'update', ticket: base })
  const { submit, busy } = useSaveTicket({ form, ticket: base, account: clientCode, onSaved: onClose })
  const isOpen = can(latest, 'fields')
  const newer = latest.updated_at !== base.updated_at
  const dirty = form.dirty || form.uploads.busy
  const rebase = useEffectEvent(onRebase)
  // an untouched form follows the ticket; a touched one is asked about it
  useEffect(() => {
    if (newer && !dirty && !busy) rebase()
  }, [newer, dirty, busy])
  return (
    <FormSheet
      id={form.id}
      title={`Edit ${module.noun.one}`}
      submitLabel="Save changes"
      dirty={dirty}
      busy={busy}
      uploading={form.uploads.busy || !isOpen}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <div className="form">
        {newer && dirty && <NewerNote onShow={onRebase} />}
        <TicketFields form={form} ticket={base} isOpen={() => isOpen} />
      </div>
    </FormSheet>
  )
}
