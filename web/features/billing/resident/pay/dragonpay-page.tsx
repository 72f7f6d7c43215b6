import { dragonpayForm } from '@tahanan/contract/billing/payment.ts'
import type { Tenant } from '../../../../lib/api/tenant.ts'
import { PayForm } from './pay-form.tsx'
import { PayPage } from './pay-page.tsx'
import { useDragonpay } from './use-gateway.ts'
import { amountDue, usePayForm } from './use-pay-form.ts'

/** Paying through Dragonpay (rules 8.12). */
export default function DragonpayPage() {
  return (
    <PayPage method="dragonpay" lead="Pay by bank, e-wallet or over the counter, on Dragon Pay’s own page.">
      {(tenant) => <DragonpayForm tenant={tenant} />}
    </PayPage>
  )
}

interface DragonpayFormProps {
  tenant: Tenant
}

function DragonpayForm({ tenant }: DragonpayFormProps) {
  const { form, forget } = usePayForm(dragonpayForm, 'dragonpay', {
    email: tenant.email,
    amountPaid: amountDue(tenant.soaAmount),
  })
  const { pay, busy } = useDragonpay(form, forget)
  return <PayForm form={form} submitLabel="Continue to payment" busy={busy} onSubmit={() => void pay()} />
}
