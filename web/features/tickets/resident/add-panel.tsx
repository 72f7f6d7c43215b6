import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useResident, createTenantQuery } from '#lib/api/me.ts'
import { amenitiesQuery } from '#lib/api/row-queries.ts'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import type { FormValues } from '#ui/forms/form-values.ts'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { TicketFields } from '../form/ticket-fields.tsx'
import { type TicketForm, useSaveTicket, useTicketForm } from '../form/use-ticket-form.ts'

interface AddPanelProps {
  module: TicketModule
  onClose: () => void
}

export default function AddPanel({ module, onClose }: AddPanelProps) {
  const { id } = useResident()
  const [round, setRound] = useState(0)
  const ownFields = Object.entries(module.fields).flatMap(([key, field]) =>
    field.kind === 'text' && field.accountKey !== undefined ? [{ key, own: field.accountKey }] : [],
  )
  const { data: tenant, isLoading } = useQuery({ ...createTenantQuery(id), enabled: ownFields.length > 0 })
  // The form waits for the amenities, because rendering them later would push its fields down.
  const amenitiesQueryResult = useQuery({ ...amenitiesQuery, enabled: module.heldResource === 'amenity' })
  if (isLoading || amenitiesQueryResult.isLoading) {
    return (
      <Sheet title={`Add ${module.noun.one}`} onClose={onClose}>
        <RecordSkeleton />
      </Sheet>
    )
  }
  const initialValues = tenant && Object.fromEntries(ownFields.map(({ key, own }) => [key, tenant[own]]))
  const clearForm = (): void => setRound(round + 1)
  return (
    <AddTicketForm key={round} module={module} start={initialValues} onClose={onClose} onClear={clearForm} />
  )
}

interface OpenPanelProps extends AddPanelProps {
  start: FormValues | undefined
  onClear: () => void
}

function AddTicketForm({ module, start, onClose, onClear }: OpenPanelProps) {
  const { form, forgetDraft, close } = useTicketForm({ module, writer: 'resident', start, onClose })
  const { submit, busy } = useSaveTicket({
    form,
    onSaved: () => {
      close()
      void import('#features/push/offer-push.ts').then(({ offerPush }) => offerPush())
    },
  })
  return (
    <TicketSheet
      form={form}
      title={`Add ${module.noun.one}`}
      submitLabel={`Submit ${module.noun.one}`}
      busy={busy}
      keepsDraft
      onClear={() => {
        forgetDraft()
        onClear()
      }}
      onClose={onClose}
      onSubmit={submit}
    />
  )
}

interface TicketSheetProps extends Pick<
  ComponentProps<typeof SheetForm>,
  'title' | 'submitLabel' | 'busy' | 'keepsDraft' | 'onClose' | 'onSubmit'
> {
  form: TicketForm
  ticket?: Ticket
  isOpen?: boolean
  onClear?: () => void
  children?: ReactNode
}

export function TicketSheet({ form, ticket, isOpen = true, onClear, children, ...sheet }: TicketSheetProps) {
  const { dirty, isDraftRestored, uploads } = form
  return (
    <SheetForm
      {...sheet}
      id={form.id}
      dirty={dirty || uploads.busy}
      disabled={uploads.busy}
      readOnly={!isOpen}
      note={
        isOpen &&
        uploads.busy && (
          <p className="help" role="status">
            A file is still on its way.
          </p>
        )
      }
    >
      <div className="form">
        {children}
        {isDraftRestored && dirty && <DraftNote onClear={onClear} />}
        <TicketFields form={form} ticket={ticket} isOpen={() => isOpen} />
      </div>
    </SheetForm>
  )
}
