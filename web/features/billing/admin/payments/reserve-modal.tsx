import type { PickedTenant } from '../../../tenants/tenant-options.ts'
import { reservationPaymentForm, TENANT_REQUIRED } from '@tahanan/contract/billing/payment.ts'
import { errorMessage, type FieldErrors } from '@tahanan/contract/errors.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readDraft } from '../../../../ui/forms/drafts.ts'
import { FormFields } from '../../../../ui/forms/form-fields.tsx'
import { useForm } from '../../../../ui/forms/use-form.ts'
import { useKeptDraft } from '../../../../ui/forms/use-kept-draft.ts'
import { api, ApiError } from '../../../../lib/api/api.ts'
import { useAdmin } from '../../../../lib/api/me.ts'
import { useOneAtATime } from '../../../../lib/use-one-at-a-time.ts'
import { TenantPicker } from '../../../tenants/tenant-picker.tsx'
import { TakenTimes } from '../../../tickets/form/taken-times.tsx'
import { inform } from '../../../../ui/overlays/dialogs.ts'
import { Field } from '../../../../ui/controls/field.tsx'
import { SheetForm } from '../../../../ui/forms/sheet-form.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'

const DRAFT = 'reservation payment new'
const RESERVATION = moduleNamed('reservation')

/** A reservation payment: books an amenity for a tenant, and its payment with it (rules 8.25). */
export function ReserveModal({ onClose }: { onClose: () => void }) {
  const { email } = useAdmin()
  const client = useQueryClient()
  const [draft] = useState(() => readDraft(email, DRAFT))
  const [tenant, setTenant] = useState<PickedTenant>()
  const form = useForm({
    form: reservationPaymentForm,
    writer: 'admin',
    action: 'create',
    draft,
    extra: (): FieldErrors => (tenant ? {} : { tenantId: [TENANT_REQUIRED] }),
  })
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) => api.post<unknown>('/payment', body),
    meta: { handles: [409] },
  })
  const forget = useKeptDraft(email, DRAFT, form, form.dirty)
  const close = (): void => {
    forget()
    onClose()
  }
  const submit = useOneAtATime(async () => {
    const fields = form.check()
    if (!fields) return 'open'
    try {
      await mutateAsync({ ...fields, tenantId: tenant?.id })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) form.refuse(failure.errors)
      if (failure.status === 409) {
        const taken = failure.message === errorMessage('dateReserved')
        void client.invalidateQueries({ queryKey: ['slots'] })
        await inform('info', taken ? 'Unable to reserved' : 'Oops! Something went wrong.', failure.message)
      }
      return 'open'
    }
    toast.success('Payment added successfully.')
    void client.invalidateQueries({ queryKey: ['payments'] })
    void client.invalidateQueries({ queryKey: ['slots'] })
    close()
    return 'done'
  })
  return (
    <SheetForm
      id={form.id}
      place="box"
      title="Add payment"
      subtitle="Books an amenity for a tenant, and the payment that belongs to it."
      dirty={form.dirty || tenant !== undefined}
      busy={isPending}
      onClose={close}
      onSubmit={submit}
    >
      <div className="form">
        {draft && <p className="help wide">What you typed before is back. It is not saved yet.</p>}
        <Field label="Tenant" required error={form.errors.tenantId} className="wide">
          <TenantPicker
            value={tenant}
            onChange={(chosen) => {
              setTenant(chosen)
              form.heed('tenantId')
            }}
          />
        </Field>
        <FormFields
          form={form}
          balanced
          renderAfter={(key) => key === 'endTime' && <TakenTimes module={RESERVATION} values={form.values} />}
        />
      </div>
    </SheetForm>
  )
}
