import { useState } from 'react'
import { TenantField } from '#features/tenants/tenant-field.tsx'
import type { PickedTenant } from '#features/tenants/tenant-options.ts'
import { TakenTimes } from '#features/tickets/form/taken-times.tsx'
import { queryClient } from '#lib/api/query-client.ts'
import { toText } from '#lib/record-values.ts'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { formTitle } from '#ui/forms/form-title.ts'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useDraftedForm } from '#ui/forms/use-drafted-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { inform } from '#ui/overlays/dialogs.ts'
import { reservationPaymentForm, TENANT_REQUIRED } from '@tahanan/contract/billing/payment.ts'
import { type FieldErrors } from '@tahanan/contract/errors.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'

const RESERVATION = moduleNamed('reservation')

/** Form that books an amenity for a tenant and creates its payment (rules 8.25). */
export function ReserveModal({ onClose }: { onClose: () => void }) {
  const [tenant, setTenant] = useState<PickedTenant>()
  const { form, close } = useDraftedForm({
    name: 'reservation payment new',
    form: reservationPaymentForm,
    writer: 'admin',
    action: 'create',
    extra: (): FieldErrors => (tenant ? {} : { tenantId: [TENANT_REQUIRED] }),
    onClose,
  })
  const { submit, busy } = useSave({
    form,
    path: '/payment',
    noun: 'Payment',
    nameOf: ({ referenceNumber }) => toText(referenceNumber),
    stale: [['payments'], ['slots']],
    onRefused: async (failure) => {
      if (failure.status !== 409) return false
      void queryClient.invalidateQueries({ queryKey: ['slots'] })
      if (failure.code !== 'dateReserved') return false
      await inform('info', 'Unable to reserved', failure.message)
      return true
    },
    onSaved: close,
  })
  return (
    <SheetForm
      id={form.id}
      place="box"
      title={formTitle('ADD', 'payment')}
      subtitle="Books an amenity for a tenant, and the payment that belongs to it."
      dirty={form.dirty || tenant !== undefined}
      busy={busy}
      onClose={close}
      onSubmit={() => submit({ tenantId: tenant?.id })}
    >
      <div className="form">
        {form.restored && <p className="help wide">What you typed before is back. It is not saved yet.</p>}
        <TenantField form={form} value={tenant} className="wide" onChange={setTenant} />
        <FormFields
          form={form}
          balanced
          renderAfter={(key) => key === 'endTime' && <TakenTimes module={RESERVATION} values={form.values} />}
        />
      </div>
    </SheetForm>
  )
}
