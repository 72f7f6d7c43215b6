import { toSafeAddress } from '#lib/address/new-tab.ts'
import { ApiError } from '#lib/api/api.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { showMessage } from '#ui/overlays/dialogs.ts'
import type { StartedAqwirePayment } from '@tahanan/contract/billing/answers.ts'
import { AQWIRE_CONSTANTS, aqwireForm } from '@tahanan/contract/billing/payment.ts'
import { PayForm, refreshPayments, usePayForm } from './pay-form.tsx'
import { confirmLeavingPage, PayPage, type Payer } from './pay-page.tsx'

/** Payment by AQWire. Currency and payment type cannot be chosen (rules 8.12). */
export default function AqwirePage() {
  return (
    <PayPage method="aqwire" lead="Pay by card or bank from abroad, on AQWire’s own page.">
      {(payer) => <AqwireForm payer={payer} />}
    </PayPage>
  )
}

/** Form that opens AQWire's page in this tab. Errors of AQWire are shown in its own words (rules 8.13). */
function AqwireForm({ payer }: { payer: Payer }) {
  const { tenant } = payer
  const payForm = usePayForm<Partial<StartedAqwirePayment> & { message?: string }>({
    declared: aqwireForm,
    method: 'aqwire',
    payer,
    knownValues: { email: tenant.email, mobile: tenant.phoneNumber },
    path: '/payment-aqwire',
    handles: [502],
  })
  const { form, forget, send } = payForm
  const submit = useNonOverlappingCall(async () => {
    const checkedFields = form.check()
    if (!checkedFields || !(await confirmLeavingPage())) return 'open'
    try {
      const { paymentUrl, message } = await send({
        ...checkedFields,
        ...AQWIRE_CONSTANTS,
        name: tenant.uoccname,
      })
      const paymentPageUrl = toSafeAddress(paymentUrl)
      if (paymentPageUrl === undefined) await showPaymentPageError(message)
      else {
        forget()
        location.assign(paymentPageUrl)
      }
    } catch (failure) {
      refreshPayments()
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 502) await showPaymentPageError(failure.message)
    }
    // The form stays usable, because the user may come back from AQWire and pay again.
    return 'open'
  })
  return (
    <PayForm {...payForm} submitLabel="Continue to payment" onSubmit={submit}>
      <Field label="Currency">
        <Input value={AQWIRE_CONSTANTS.currency} disabled readOnly />
      </Field>
      <Field label="Payment Type">
        <Input value={AQWIRE_CONSTANTS.paymentType} disabled readOnly />
      </Field>
    </PayForm>
  )
}

const showPaymentPageError = (message = 'no payment page') =>
  showMessage('error', 'An Error Occurred', `AQWire says: ${message}`)
