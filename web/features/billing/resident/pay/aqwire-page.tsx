import { AQWIRE, aqwireForm } from '@tahanan/contract/billing/payment.ts'
import { Field } from '../../../../ui/controls/field.tsx'
import { Input } from '../../../../ui/controls/input.tsx'
import type { Tenant } from '../../../../lib/api/tenant.ts'
import { PayForm } from './pay-form.tsx'
import { PayPage } from './pay-page.tsx'
import { useAqwire } from './use-gateway.ts'
import { amountDue, usePayForm } from './use-pay-form.ts'

/** Paying through AQWire; currency and payment type are fixed (rules 8.12). */
export default function AqwirePage() {
  return (
    <PayPage method="aqwire" lead="Pay by card or bank from abroad, on AQWire’s own page.">
      {(tenant) => <AqwireForm tenant={tenant} />}
    </PayPage>
  )
}

interface AqwireFormProps {
  tenant: Tenant
}

function AqwireForm({ tenant }: AqwireFormProps) {
  const { form, forget } = usePayForm(aqwireForm, 'aqwire', {
    email: tenant.email,
    amountPaid: amountDue(tenant.soaAmount),
    mobile: tenant.phoneNumber,
  })
  const { pay, busy } = useAqwire(form, forget)
  return (
    <PayForm
      form={form}
      submitLabel="Continue to payment"
      busy={busy}
      onSubmit={() => void pay({ ...AQWIRE, name: tenant.uoccname })}
    >
      <Field label="Currency">
        <Input value={AQWIRE.currency} disabled readOnly />
      </Field>
      <Field label="Payment Type">
        <Input value={AQWIRE.paymentType} disabled readOnly />
      </Field>
    </PayForm>
  )
}
