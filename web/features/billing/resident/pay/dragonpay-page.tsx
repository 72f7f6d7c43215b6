import type { BegunDragonpay } from '@tahanan/contract/billing/answers.ts'
import { dragonpayForm } from '@tahanan/contract/billing/payment.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { useNavigate } from 'react-router'
import { followable, openTab } from '../../../../lib/address/new-tab.ts'
import { ApiError } from '../../../../lib/api/api.ts'
import { useOneAtATime } from '../../../../lib/use-one-at-a-time.ts'
import { PayForm } from './pay-form.tsx'
import { askToLeave, PayPage } from './pay-page.tsx'
import { refreshPayments, usePayForm } from './use-pay-form.ts'

/** Paying through Dragonpay (rules 8.12). */
export default function DragonpayPage() {
  return (
    <PayPage method="dragonpay" lead="Pay by bank, e-wallet or over the counter, on Dragon Pay’s own page.">
      {(tenant) => <DragonpayForm tenant={tenant} />}
    </PayPage>
  )
}

/** Dragonpay's page opens in a new tab, and this one goes to the payment, which follows by itself what becomes of it. */
function DragonpayForm({ tenant }: { tenant: Tenant }) {
  const { form, charges, forget, send, busy } = usePayForm<BegunDragonpay>({
    declared: dragonpayForm,
    method: 'dragonpay',
    tenant,
    known: { email: tenant.email },
    path: '/payment-dragonpay',
  })
  const navigate = useNavigate()
  const pay = useOneAtATime(async () => {
    const body = form.check()
    if (!body || !(await askToLeave())) return 'open'
    // in the click on OK: after the server's answer no browser would let it open
    const tab = openTab('Dragon Pay')
    try {
      const { id, returnUrl } = await send(body)
      const address = followable(returnUrl)
      forget()
      refreshPayments()
      void navigate(`/billings?id=${id}`)
      if (address === undefined) tab.close()
      else tab.show(address)
      return 'done'
    } catch (failure) {
      tab.close()
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) form.refuse(failure.errors)
      return 'open'
    }
  })
  return (
    <PayForm
      form={form}
      charges={charges}
      submitLabel="Continue to payment"
      busy={busy}
      onSubmit={() => void pay()}
    />
  )
}
