import { useQuery } from '@tanstack/react-query'
import { CalendarX, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PassButton } from '#features/passes/pass-button.tsx'
import { isNotFound } from '#lib/api/api.ts'
import { useResident } from '#lib/api/me.ts'
import { formatPesos } from '#lib/money.ts'
import { Button } from '#ui/controls/button.tsx'
import { loadDraft } from '#ui/forms/drafts.ts'
import { NewerVersionNote } from '#ui/forms/newer-version-note.tsx'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { RowMenu } from '#ui/overlays/row-menu.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { ticketQuery } from '../calls.ts'
import { getFormName, useSaveTicket, useTicketForm } from '../form/use-ticket-form.ts'
import { describeLastChange } from '../last-change.ts'
import { hasAbility } from '../ticket.ts'
import { useDeleteTicket } from '../use-delete-ticket.ts'
import { TicketSheet } from './add-panel.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { TicketDetails } from './ticket-details.tsx'
import { isCancellable, useCancelReservation } from './use-cancel-reservation.ts'

interface TicketPanelProps {
  module: TicketModule
  id: number
  readOnly?: boolean
  onClose: () => void
}

export function TicketPanel({ module, id, readOnly, onClose }: TicketPanelProps) {
  const query = useQuery(ticketQuery(module, id))
  const { data } = query
  const { clientCode } = useResident()
  const remove = useDeleteTicket('resident')
  const { cancel, isCancelling } = useCancelReservation()
  const [isEditing, setEditing] = useState(
    () => loadDraft(clientCode, getFormName(module, { id })) !== undefined && !readOnly,
  )
  const isGone = isNotFound(query.error)
  if (!data || (isGone && !isEditing)) {
    return (
      <LoadingSheet
        title={module.title}
        query={query}
        subject={`this ${module.noun.one}`}
        onClose={onClose}
      />
    )
  }
  if (isEditing) {
    return <EditPanel module={module} ticket={data} isGone={isGone} onClose={() => setEditing(false)} />
  }
  const mayEdit = !readOnly && hasAbility(data, 'fields')
  const mayDelete = hasAbility(data, 'delete')
  const leftToPay = data.leftToPay
  const payButton = !readOnly && typeof leftToPay === 'number' && leftToPay > 0 && (
    <Link className="btn primary" to={`/billings/payments?reservation=${id}`}>
      Pay {formatPesos(leftToPay)}
    </Link>
  )
  return (
    <Sheet
      title={module.title}
      onClose={onClose}
      actions={
        !readOnly && (
          <RowMenu
            label="Actions"
            actions={[
              ...(mayEdit ? [{ label: 'Edit', icon: Pencil, onSelect: () => setEditing(true) }] : []),
              {
                label: mayDelete ? 'Delete' : 'Unable to delete',
                icon: Trash2,
                danger: true,
                disabled: !mayDelete,
                onSelect: () => void remove(module, data).then((isDeleted) => isDeleted && onClose()),
              },
            ]}
          />
        )
      }
      footer={
        mayEdit ? (
          <>
            {payButton}
            <Button icon={Pencil} onClick={() => setEditing(true)}>
              Edit {module.noun.one}
            </Button>
            <AddToCalendar module={module} ticket={data} />
          </>
        ) : (
          <>
            {payButton}
            {data.pass && <PassButton module={module} ticket={data} isOwn />}
            <AddToCalendar module={module} ticket={data} />
            {!readOnly && isCancellable(data) && (
              <Button kind="danger" icon={CalendarX} busy={isCancelling} onClick={() => void cancel(data)}>
                Cancel reservation
              </Button>
            )}
          </>
        )
      }
    >
      <TicketDetails module={module} ticket={data} />
    </Sheet>
  )
}

interface EditPanelProps {
  module: TicketModule
  ticket: Ticket
  isGone: boolean
  onClose: () => void
}

function EditPanel({ module, ticket, isGone, onClose }: EditPanelProps) {
  const { form, close } = useTicketForm({ module, ticket, writer: 'resident', onClose })
  const { submit, busy } = useSaveTicket({ form, ticket, onSaved: close })
  const isOpen = !isGone && hasAbility(ticket, 'fields')
  const lastChangeText = isGone
    ? 'This was deleted meanwhile.'
    : describeLastChange(module, form.newerVersion, ticket)
  const closedFields = isOpen ? [] : Object.keys(form.changed)
  return (
    <TicketSheet
      form={form}
      ticket={ticket}
      isOpen={isOpen}
      title={`Edit ${module.noun.one}`}
      submitLabel="Save changes"
      busy={busy}
      onClose={close}
      onSubmit={submit}
    >
      {isOpen || closedFields.length > 0 ? (
        <NewerVersionNote form={form} lastChange={lastChangeText} closedKeys={closedFields} />
      ) : (
        <p className="note wide" role="status">
          {lastChangeText ?? `This ${module.noun.one} can no longer be changed.`}
        </p>
      )}
    </TicketSheet>
  )
}
