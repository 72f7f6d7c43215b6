import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useState } from 'react'
import { useAdmin } from '../../lib/me.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Sheet, SheetCancel } from '../../ui/sheet.tsx'
import type { TenantOption } from '../calls.ts'
import { draftOf, forgetDraft } from '../../forms/drafts.ts'
import { SubmitForm } from '../../ui/submit-form.tsx'
import { TicketFields } from '../form/ticket-fields.tsx'
import { formName, useSaveTicket } from '../form/use-save-ticket.ts'
import { useTicketForm } from '../form/use-ticket-form.ts'
import { TenantPicker } from './tenant-picker.tsx'

/** Required of every form of the office (specification 2 §5). */
export const NO_TENANT = 'Please choose your tenant!'

interface AddModalProps {
  module: TicketModule
  onClose: () => void
}

/** A new ticket that the office files for a tenant. */
export function AddModal({ module, onClose }: AddModalProps) {
  const { email } = useAdmin()
  const [draft] = useState(() => draftOf(email, formName(module)))
  const [tenant, setTenant] = useState<TenantOption>()
  const form = useTicketForm({
    module,
    writer: 'admin',
    action: 'create',
    draft,
    extra: (): FieldErrors => (tenant ? {} : { tenantId: [NO_TENANT] }),
  })
  const { submit, busy } = useSaveTicket({ form, account: email, onSaved: onClose })
  return (
    <Sheet
      place="box"
      width={600}
      title={`Add ${module.noun.one}`}
      dirty={form.dirty || tenant !== undefined || form.uploads.busy}
      onClose={() => {
        forgetDraft(email, formName(module))
        onClose()
      }}
      footer={
        <>
          <SheetCancel />
          <Button kind="primary" type="submit" form={form.id} busy={busy} disabled={form.uploads.busy}>
            Submit
          </Button>
        </>
      }
    >
      <SubmitForm id={form.id} onSubmit={() => void submit({ tenantId: tenant?.id })}>
        <div className="form">
          <Field label="Tenant" required error={form.errors.tenantId} className="w">
            <TenantPicker
              value={tenant}
              onChange={(chosen) => {
                setTenant(chosen)
                form.heed('tenantId')
              }}
            />
          </Field>
          <TicketFields form={form} />
        </div>
      </SubmitForm>
    </Sheet>
  )
}
