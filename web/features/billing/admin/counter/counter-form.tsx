import '#ui/forms/form.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { TenantField } from '#features/tenants/tenant-field.tsx'
import type { PickedTenant } from '#features/tenants/tenant-options.ts'
import { formatPesos } from '#lib/money.ts'
import { toText } from '#lib/record-values.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { type FormValues, getInitialValues } from '#ui/forms/form-values.ts'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { useLeaveConfirmation } from '#ui/overlays/leave-guard.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import {
  OFFICE_PAYMENT_TYPES,
  counterForms,
  type OfficePaymentType,
} from '@tahanan/contract/billing/counter.ts'
import { TENANT_REQUIRED, PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { getSettledAmount, addWithholdingFields } from '@tahanan/contract/billing/withholding.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import { BALANCE_KEYS } from '../../calls.ts'
import { ChargeField, useChargeChoice } from '../../charges/charge-field.tsx'
import { DUPLICATE_PAYMENT_QUESTIONS } from '../../payment.ts'
import { useFormWithTaxSubtracted } from '../../withholding/use-form-with-tax-subtracted.ts'
import { WithheldNote } from '../../withholding/withheld-note.tsx'
import { cashClosesQuery, FIRST_PAGE } from './calls.ts'
import { calculateChange } from './change-result.ts'
import { chooseTenant } from './choose-tenant.ts'
import { confirmPayment, fetchLeftToPay, getSubmitText, isPostedNow } from './confirm-payment.ts'

/**
 * Form of each payment type, with the fields of the withheld tax (rules 19.3). These fields are hidden for
 * tenants who withhold no tax.
 */
const FORMS_BY_TYPE: Readonly<Record<OfficePaymentType, Form>> = {
  4: addWithholdingFields(counterForms[4]),
  5: addWithholdingFields(counterForms[5]),
  6: addWithholdingFields(counterForms[6]),
}

const TYPE_OPTIONS = OFFICE_PAYMENT_TYPES.map(({ type, label }) => ({ value: type, label }))

export const COUNTER_DRAFT_NAME = 'counter'

/** Contains the fields of all payment types, so that typed values remain when the type is changed. */
const INITIAL_VALUES: FormValues = {
  ...Object.assign(
    {},
    ...Object.values(FORMS_BY_TYPE).map((form) => getInitialValues(form, 'admin', 'create')),
  ),
  type: PAYMENT_TYPE.cash,
  tenant: undefined,
  charge: undefined,
  tendered: '',
}

interface CounterFormProps {
  type: OfficePaymentType
  onType: (type: OfficePaymentType) => void
  /** True if this form follows a saved payment. The field Tenant then gets the focus. */
  isNext: boolean
  onPaymentSaved: (payment: Payment, change: number | undefined) => void
}

/** Form of a payment at the counter (rules 17.1). */
export function CounterForm({ type, onType, isNext, onPaymentSaved }: CounterFormProps) {
  const fieldsRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNext) fieldsRef.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
  }, [isNext])
  const { form: draftForm, forgetDraft } = useFormWithDraft({
    name: COUNTER_DRAFT_NAME,
    form: FORMS_BY_TYPE[type],
    writer: 'admin',
    action: 'create',
    start: INITIAL_VALUES,
    getExtraErrors: (values): FieldErrors => (values.tenant ? {} : { tenantId: [TENANT_REQUIRED] }),
  })
  const form = useFormWithTaxSubtracted(draftForm)
  const tenant = form.values.tenant as PickedTenant | undefined
  const tenderedText = toText(form.values.tendered)
  const setFormType = useEffectEvent(() => form.set('type', type))
  useEffect(() => setFormType(), [])
  const isTyped = Object.keys(form.changed).some((key) => key !== 'type')
  useLeaveConfirmation(isTyped, forgetDraft)
  const { submit, busy } = useSave({
    form,
    path: '/counter-payment',
    noun: 'Payment',
    isDrafted: true,
    staleQueries: [['payments'], ...BALANCE_KEYS],
    questions: DUPLICATE_PAYMENT_QUESTIONS,
    onSaved: (savedPayment) => {
      forgetDraft()
      if (savedPayment) onPaymentSaved(savedPayment as Payment, changeResult?.change)
    },
  })
  const isCash = type === PAYMENT_TYPE.cash
  const typedAmount = Number(form.values.amountPaid)
  const changeResult = isCash && typedAmount > 0 ? calculateChange(tenderedText, typedAmount) : undefined
  const { fields } = counterForms[type]
  // Tenant whose balance is being loaded as the default amount. Reset when an amount is typed, so that the
  // loaded balance does not replace it.
  const offeredTenant = useRef<PickedTenant>(undefined)
  const setAmount = (amount: unknown): void => {
    offeredTenant.current = undefined
    form.set('amountPaid', amount)
  }
  const shownForm: FormState = {
    ...form,
    ...(tenant?.withholdsTax !== 1 && { fields }),
    set: (key, value) => (key === 'amountPaid' ? setAmount(value) : form.set(key, value)),
  }
  const prefillBalance = async (payer: PickedTenant | undefined): Promise<void> => {
    offeredTenant.current = payer
    if (!payer) return
    const balance = await fetchLeftToPay(payer.id)
    if (offeredTenant.current === payer) setAmount(balance > 0 ? balance.toFixed(2) : '')
  }
  const charges = useChargeChoice(tenant?.id, form, (charge) => {
    if (charge) setAmount(charge.leftToPay.toFixed(2))
    else void prefillBalance(tenant)
  })
  const choosePayer = async (newTenant: PickedTenant | undefined): Promise<void> => {
    chooseTenant(form, newTenant)
    await prefillBalance(newTenant)
  }
  const chooseType = (next: OfficePaymentType): void => {
    onType(next)
    form.set('type', next)
  }
  const cashCloses = useQuery(cashClosesQuery(FIRST_PAGE)).data
  const isPosted = isPostedNow({ isCash, isTaxed: Number(form.values.withheld) > 0 }, cashCloses)
  const submitPayment = useNonOverlappingCall(async () => {
    const checkedValues = form.check()
    if (!checkedValues || !tenant) return
    if (changeResult?.problem !== undefined) return form.showErrors({ tendered: [changeResult.problem] })
    const amountPaid = Number(checkedValues.amountPaid)
    const settledAmount = getSettledAmount(amountPaid, Number(checkedValues.withheld ?? 0))
    const { change } = changeResult ?? {}
    const charge = charges.chosen
    if (await confirmPayment({ tenant, charge, amountPaid, settledAmount, isCash, change }))
      await submit({ type, tenantId: tenant.id, chargeId: charge?.id })
  })
  return (
    <SubmitForm id={form.id} className="stack gap-4" onSubmit={() => void submitPayment()}>
      <SegmentedControl
        aria-label="Way of paying"
        options={TYPE_OPTIONS}
        value={type}
        onChange={chooseType}
      />
      <div className="form" ref={fieldsRef}>
        {form.isDraftRestored && isTyped && <DraftNote onClear={form.undo} />}
        <TenantField
          form={form}
          value={tenant}
          className="wide"
          onChange={(newTenant) => void choosePayer(newTenant)}
        />
        <ChargeField {...charges} />
        <FormFields
          form={shownForm}
          balanced
          renderAfter={(key) => <WithheldNote fieldKey={key} form={shownForm} />}
        />
        {isCash && (
          <Field
            label="Tendered"
            error={form.errors.tendered}
            help={changeResult?.change === undefined ? 'For the change; it is not saved.' : undefined}
          >
            <Input
              inputMode="decimal"
              value={tenderedText}
              onChange={({ target }) => form.set('tendered', target.value)}
            />
          </Field>
        )}
        {changeResult?.change !== undefined && (
          <p className="change" role="status">
            Change <b className="num">{formatPesos(changeResult.change)}</b>
          </p>
        )}
      </div>
      <footer className="acts">
        <Button kind="primary" type="submit" busy={busy} disabled={form.uploads.busy}>
          {getSubmitText(isPosted)}
        </Button>
      </footer>
    </SubmitForm>
  )
}
