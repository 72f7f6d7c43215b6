import { TenantField } from '#features/tenants/tenant-field.tsx'
import { toText } from '#lib/record-values.ts'
import { Field } from '#ui/controls/field.tsx'
import { TextArea } from '#ui/controls/input.tsx'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import type { FormValues } from '#ui/forms/form-values.ts'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { TicketFields } from '../form/ticket-fields.tsx'
import { useSaveTicket, useTicketForm } from '../form/use-ticket-form.ts'
import { getTicketFormTitle } from '../ticket.ts'
import { toOfficeFieldsBody, getTenant } from './office-fields.ts'

/** Error shown when an administrator submits a ticket without a tenant (rules 4.25). */
const NO_TENANT = 'Please choose your tenant!'

interface AddModalProps {
  module: TicketModule
  start?: FormValues
  onClose: () => void
}

export function AddModal({ module, start, onClose }: AddModalProps) {
  const { form, close } = useTicketForm({
    module,
    start,
    writer: 'admin',
    otherValues: () => ({ tenant: undefined, remarks: '' }),
    getExtraErrors: (values): FieldErrors => (getTenant(values) ? {} : { tenantId: [NO_TENANT] }),
    onClose,
  })
  const { submit, busy } = useSaveTicket({ form, otherBody: toOfficeFieldsBody, onSaved: close })
  return (
    <SheetForm
      id={form.id}
      place="box"
      title={getTicketFormTitle('ADD', module)}
      // Two modules have the same title. The module without a page of its own also shows its noun, so that
      // users can tell them apart (rules 5.17).
      subtitle={module.route === null ? module.noun.one : undefined}
      dirty={form.dirty || form.uploads.busy}
      busy={busy}
      disabled={form.uploads.busy}
      onClose={close}
      onSubmit={submit}
    >
      <div className="form">
        {form.isDraftRestored && form.dirty && <DraftNote />}
        <TenantField
          form={form}
          value={getTenant(form.values)}
          className="wide"
          onChange={(tenant) => form.set('tenant', tenant)}
        />
        <TicketFields form={form} />
        {module.hasRemarksOnCreate && (
          <Field label="Remarks" error={form.errors.remarks} className="wide">
            <TextArea
              value={toText(form.values.remarks)}
              limit={LIMITS.longText}
              onChange={(event) => form.set('remarks', event.target.value)}
            />
          </Field>
        )}
      </div>
    </SheetForm>
  )
}
