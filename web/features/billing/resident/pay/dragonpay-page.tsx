import { useNavigate } from 'react-router'
import { toSafeAddress, openTab } from '#lib/address/new-tab.ts'
import { ApiError } from '#lib/api/api.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import type { StartedDragonpayPayment } from '@tahanan/contract/billing/answers.ts'
import { dragonpayForm } from '@tahanan/contract/billing/payment.ts'
import { PayForm, refreshPayments, usePayForm } from './pay-form.tsx'
import { confirmLeavingPage, PayPage, type Payer } from './pay-page.tsx'

/** Payment by Dragonpay (rules 8.12). */
export default function DragonpayPage() {
  return (
    <PayPage method="dragonpay" lead="Pay by bank, e-wallet or over the counter, on Dragon Pay’s own page.">
      {(payer) => <DragonpayForm payer={payer} />}
    </PayPage>
  )
}

function DragonpayForm({ payer }: { payer: Payer }) {
  const { tenant } = payer
  const payForm = usePayForm<StartedDragonpayPayment>({
    declared: dragonpayForm,
    method: 'dragonpay',
    payer,
    knownValues: { email: tenant.email },
    path: '/payment-dragonpay',
  })
  const { form, forget, send } = payForm
  const navigate = useNavigate()
  const submit = useNonOverlappingCall(async () => {
    const checkedFields = form.check()
    if (!checkedFields || !(await confirmLeavingPage())) return 'open'
    // Opened directly in the click handler, before the call, because browsers block tabs that are opened
    // later.
    const tab = openTab('Dragon Pay')
    try {
      const { id, returnUrl } = await send(checkedFields)
      const paymentPageUrl = toSafeAddress(returnUrl)
      forget()
      refreshPayments()
      void navigate(`/billings?id=${id}`)
      if (paymentPageUrl === undefined) tab.close()
      else tab.loadUrl(paymentPageUrl)
      return 'done'
    } catch (failure) {
      tab.close()
      if (!(failure instanceof ApiError)) throw failure
      return 'open'
    }
  })
  return <PayForm {...payForm} submitLabel="Continue to payment" onSubmit={submit} />
}
