import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { amenitiesQuery } from '../../../lib/api/amenities.ts'
import { tenantQuery } from '../../../lib/api/tenant.ts'
import type { FormValues } from '../../../ui/forms/form-values.ts'
import { useResident } from '../../../lib/api/me.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Sheet, SheetCancel } from '../../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../../ui/lists/skeletons.tsx'
import { SubmitForm } from '../../../ui/controls/submit-form.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { KeptNote } from '../../../ui/forms/kept-note.tsx'
import { TicketFields } from '../form/ticket-fields.tsx'
import { useSaveTicket } from '../form/use-save-ticket.ts'
import { useTicketForm } from '../form/use-ticket-form.ts'

interface AddPanelProps {
  module: TicketModule
  onClose: () => void
}

/** The form of a new ticket, in the side panel. Where it asks for what the PMO knows of the resident, that is filled in. */
export default function AddPanel({ module, onClose }: AddPanelProps) {
  const { id } = useResident()
  const asked = Object.entries(module.fields).flatMap(([key, field]) =>
    field.kind === 'text' && field.own !== undefined ? [{ key, own: field.own }] : [],
  )
  const { data: tenant, isLoading } = useQuery({ ...tenantQuery(id), enabled: asked.length > 0 })
  // the form comes whole: as many amenities as there are push what stands below them
  const amenities = useQuery({ ...amenitiesQuery, enabled: module.holds === 'amenity' })
  if (isLoading || amenities.isLoading) {
    return (
      <Sheet title={`Add ${module.noun.one}`} onClose={onClose}>
        <RecordSkeleton />
      </Sheet>
    )
  }
  const start = tenant && Object.fromEntries(asked.map(({ key, own }) => [key, tenant[own]]))
  return <OpenPanel module={module} start={start} onClose={onClose} />
}

interface OpenPanelProps extends AddPanelProps {
  start: FormValues | undefined
}

function OpenPanel({ module, start, onClose }: OpenPanelProps) {
  const { clientCode } = useResident()
  const { form, forget } = useTicketForm({ module, account: clientCode, writer: 'resident', start })
  const close = (): void => {
    forget()
    onClose()
  }
  const { submit, busy } = useSaveTicket({ form, onSaved: close })
  return (
    <FormSheet
      id={form.id}
      title={`Add ${module.noun.one}`}
      submitLabel={`Submit ${module.noun.one}`}
      dirty={form.dirty || form.uploads.busy}
      busy={busy}
      uploading={form.uploads.busy}
      onClose={close}
      onSubmit={() => void submit()}
    >
      <div className="form">
        {form.restored && form.dirty && <KeptNote />}
        <TicketFields form={form} />
      </div>
    </FormSheet>
  )
}

interface FormSheetProps {
  /** Id of the form element. */
  id: string
  title: string
  submitLabel: string
  dirty: boolean
  busy: boolean
  uploading: boolean
  /** It can only be looked at. */
  readOnly?: boolean
  onClose: () => void
  onSubmit: () => void
  children: React.ReactNode
}

/** A resident's form in its sheet, with the buttons at the foot. */
export function FormSheet({
  id,
  title,
  submitLabel,
  dirty,
  busy,
  uploading,
  readOnly,
  onClose,
  onSubmit,
  children,
}: FormSheetProps) {
  const phone = useIsPhone()
  return (
    <Sheet
      title={title}
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          {uploading && (
            <p className="help" role="status">
              A file is still on its way.
            </p>
          )}
          {(!phone || readOnly) && <SheetCancel>{readOnly ? 'Close' : 'Cancel'}</SheetCancel>}
          {!readOnly && (
            <Button kind="primary" type="submit" form={id} busy={busy} disabled={uploading}>
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <SubmitForm id={id} onSubmit={onSubmit}>
        {children}
      </SubmitForm>
    </Sheet>
  )
}
