import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, ApiError } from '#lib/api/api.ts'
import { useResident } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/controls/button.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { loadDraft } from '#ui/forms/drafts.ts'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { filterValues, type FormValues } from '#ui/forms/form-values.ts'
import { useDraftAutosave } from '#ui/forms/use-draft-autosave.ts'
import { useForm } from '#ui/forms/use-form.ts'
import type { PaymentMethod } from '@tahanan/contract/billing/payment.ts'
import { addWithholdingFields } from '@tahanan/contract/billing/withholding.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { ChargeField, useChargeChoice } from '../../charges/charge-field.tsx'
import { useFormWithTaxSubtracted } from '../../withholding/use-form-with-tax-subtracted.ts'
import { WithheldNote } from '../../withholding/withheld-note.tsx'
import type { Payer } from './pay-page.tsx'
import { getLeftToPay } from './reservation-to-pay.tsx'

interface PayFormOptions {
  declared: Form
  method: PaymentMethod
  payer: Payer
  knownValues?: FormValues
  path: string
  handles?: 'all' | readonly number[]
}

/**
 * Returns the state of a payment form and the function that sends it (rules 19.3). Call `forget` after
 * sending, because it deletes the draft.
 */
export function usePayForm<Begun>(options: PayFormOptions) {
  const { declared, method, path, handles = [] } = options
  const { tenant, reservation } = options.payer
  const { id, clientCode } = useResident()
  const amountDue = formatAmountDue(reservation ? getLeftToPay(reservation) : tenant.leftToPay)
  // Not updated while the form is open: the form keeps the values with which it began.
  const [initialValues] = useState<FormValues>({ ...options.knownValues, amountPaid: amountDue })
  const [wasSent, setWasSent] = useState(false)
  const name = reservation ? `${method} ${reservation.id}` : method
  const [draft] = useState(() => loadDraft(clientCode, name)?.values)
  const [start] = useState(() => ({ ...initialValues, ...draft }))
  const [shownForm] = useState(() =>
    tenant.withholdsTax === 1 && !reservation ? addWithholdingFields(declared) : declared,
  )
  const form = useFormWithTaxSubtracted(
    useForm({
      form: shownForm,
      writer: 'resident',
      action: 'create',
      start: { charge: undefined },
      draft: { values: start },
    }),
  )
  const charges = useChargeChoice(reservation ? undefined : id, form, (charge) =>
    form.set('amountPaid', charge ? charge.leftToPay.toFixed(2) : amountDue),
  )
  const typedValues = filterValues(
    form.changed,
    (key) =>
      form.changed[key] !== initialValues[key] && (key !== 'amountPaid' || form.changed[key] !== amountDue),
  )
  // A charge and its amount are stored together. An amount without its charge would be allocated to other
  // charges. A sent amount is stored too, so that the draft finds its idempotency key again (rules 14.12).
  if (typedValues.charge || wasSent) typedValues.amountPaid = form.values.amountPaid
  const isTyped = Object.keys(typedValues).length > 0
  const forgetDraft = useDraftAutosave(clientCode, name, { ...form, changed: typedValues }, isTyped)
  const { mutateAsync: send, isPending: busy } = useMutation({
    mutationFn: (body: Details) => {
      setWasSent(true)
      const requestBody = { ...body, chargeId: charges.chosen?.id, reservationId: reservation?.id }
      return api.post<Begun>(path, requestBody, { isDrafted: true })
    },
    meta: { handles: handles === 'all' ? handles : ['fields', ...handles] },
    onError: (failure) => {
      if (failure instanceof ApiError && hasFieldErrors(failure)) form.showErrors(failure.errors)
    },
    onSettled: () => reservation && queryClient.invalidateQueries({ queryKey: ['ticket', reservation.id] }),
  })
  return { form, charges, restored: draft !== undefined, forget: forgetDraft, send, busy }
}

export const formatAmountDue = (leftToPay: number): string => (leftToPay > 0 ? leftToPay.toFixed(2) : '')

export const hasFieldErrors = ({ status, errors }: ApiError): boolean =>
  status === 400 && Object.keys(errors).length > 0

export const refreshPayments = (): void => void queryClient.invalidateQueries({ queryKey: ['payments'] })

interface PayFormProps extends Pick<ReturnType<typeof usePayForm>, 'form' | 'charges' | 'busy'> {
  submitLabel: string
  blockedReason?: string
  note?: ReactNode
  children?: ReactNode
  onSubmit: () => Promise<void>
}

export function PayForm(props: PayFormProps) {
  const { form, charges, submitLabel, busy, note, children, onSubmit } = props
  const blockedReason =
    props.blockedReason ?? (form.uploads.busy ? 'The certificate is still uploading.' : undefined)
  return (
    <SubmitForm
      id={form.id}
      className="payform"
      onSubmit={() => {
        if (blockedReason === undefined) void onSubmit()
      }}
    >
      {note}
      <div className="form">
        {children}
        <ChargeField {...charges} />
        <FormFields form={form} renderAfter={(key) => <WithheldNote fieldKey={key} form={form} />} />
      </div>
      <footer>
        {blockedReason !== undefined && (
          <p className="help" id={`${form.id}-why`}>
            {blockedReason}
          </p>
        )}
        <Button
          kind="primary"
          type="submit"
          busy={busy}
          disabled={blockedReason !== undefined}
          aria-describedby={blockedReason === undefined ? undefined : `${form.id}-why`}
        >
          {submitLabel}
        </Button>
      </footer>
    </SubmitForm>
  )
}
