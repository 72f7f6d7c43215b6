import '#ui/forms/form.css'
import { useRef, useState } from 'react'
import { TenantField } from '#features/tenants/tenant-field.tsx'
import type { PickedTenant } from '#features/tenants/tenant-options.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/controls/button.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { useForm, type FormState } from '#ui/forms/use-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { counterForms, type CounterType } from '@tahanan/contract/billing/counter.ts'
import { TENANT_REQUIRED, PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import {
  settledAmount,
  withholdingFields,
  addWithholdingFields,
} from '@tahanan/contract/billing/withholding.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import { BALANCE_KEYS } from '../../calls.ts'
import { ChargeField, useChargeChoice } from '../../charges/charge-field.tsx'
import { ANOTHER_PAYMENT } from '../../payment.ts'
import { useTaxSubtracted } from '../../withholding/use-tax-subtracted.ts'
import { WithheldNote } from '../../withholding/withheld-note.tsx'
import { confirmCredit, fetchLeftToPay } from './confirm-credit.ts'

/** Forms with withholding fields (rules 19.3), which are hidden for tenants who withhold no tax. */
const FORMS: Readonly<Record<CounterType, Form>> = {
  4: addWithholdingFields(counterForms[4]),
  5: addWithholdingFields(counterForms[5]),
  6: addWithholdingFields(counterForms[6]),
}

/** Form of a payment at the counter (rules 17.1). */
export function CounterForm(props: { type: CounterType; onTaken: (payment: Payment) => void }) {
  const { type, onTaken } = props
  const [tenant, setTenant] = useState<PickedTenant>()
  const form = useTaxSubtracted(
    useForm({
      form: FORMS[type],
      writer: 'admin',
      action: 'create',
      extra: (): FieldErrors => (tenant ? {} : { tenantId: [TENANT_REQUIRED] }),
    }),
  )
  const { submit, busy } = useSave({
    form,
    path: '/counter-payment',
    noun: 'Payment',
    stale: [['payments'], ...BALANCE_KEYS],
    questions: ANOTHER_PAYMENT,
    onSaved: (saved) => {
      if (saved) onTaken(saved as Payment)
    },
  })
  const { fields } = counterForms[type]
  // Tenant whose balance is being fetched as the default amount; a typed amount is kept.
  const offered = useRef<PickedTenant>(undefined)
  const setAmount = (amount: unknown): void => {
    offered.current = undefined
    form.set('amountPaid', amount)
  }
  const shown: FormState = {
    ...form,
    ...(tenant?.withholdsTax !== 1 && { fields }),
    set: (key, value) => (key === 'amountPaid' ? setAmount(value) : form.set(key, value)),
  }
  const offerLeft = async (payer: PickedTenant | undefined): Promise<void> => {
    offered.current = payer
    if (!payer) return
    const left = await fetchLeftToPay(payer.id)
    if (offered.current === payer) setAmount(left > 0 ? left.toFixed(2) : '')
  }
  const charges = useChargeChoice(tenant?.id, (charge) => {
    if (charge) setAmount(charge.leftToPay.toFixed(2))
    else void offerLeft(tenant)
  })
  const choose = async (chosen: PickedTenant | undefined): Promise<void> => {
    setTenant(chosen)
    for (const key of Object.keys(withholdingFields)) form.set(key, undefined)
    await offerLeft(chosen)
  }
  const okText = type === PAYMENT_TYPE.cash ? 'Post and give receipt' : 'Submit'
  const take = useOneAtATime(async () => {
    const checked = form.check()
    if (!checked || !tenant) return
    const settled = settledAmount(Number(checked.amountPaid), Number(checked.withheld ?? 0))
    if (await confirmCredit(tenant.id, settled, okText))
      await submit({ type, tenantId: tenant.id, chargeId: charges.chosen?.id })
  })
  return (
    <SubmitForm id={form.id} onSubmit={() => void take()}>
      <div className="form">
        <TenantField form={form} value={tenant} className="wide" onChange={(chosen) => void choose(chosen)} />
        <ChargeField {...charges} />
        <FormFields form={shown} balanced renderAfter={(key) => <WithheldNote after={key} form={shown} />} />
      </div>
      <footer className="acts">
        <Button kind="primary" type="submit" busy={busy} disabled={form.uploads.busy}>
          {okText}
        </Button>
      </footer>
    </SubmitForm>
  )
}
