import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { formatPesos } from '#lib/money.ts'
import { Field } from '#ui/controls/field.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'
import type { FormState } from '#ui/forms/use-form.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { OpenCharge } from '@tahanan/contract/billing/answers.ts'
import { openChargesQuery } from '../calls.ts'
import { describeCharge } from '../payment.ts'

/**
 * Loads a tenant's open charges. The payer may choose the one that the payment is for (rules 16.16).
 * The choice is the form's value `charge`, so that it is stored in the draft together with the amount.
 */
export function useChargeChoice(
  tenantId: number | undefined,
  form: Pick<FormState, 'values' | 'set'>,
  onChoose: (charge: OpenCharge | undefined) => void,
) {
  const { data } = useQuery({ ...openChargesQuery(tenantId ?? 0), enabled: tenantId !== undefined })
  const formCharge = (form.values.charge ?? undefined) as OpenCharge | undefined
  // Until the list is loaded, only the charge of a restored draft is known.
  const openCharges = data?.data ?? (formCharge ? [formCharge] : [])
  const chosenCharge = openCharges.find(({ id }) => id === formCharge?.id)
  const choose = (charge: OpenCharge | undefined): void => {
    form.set('charge', charge)
    onChoose(charge)
  }
  const isSettled = formCharge !== undefined && chosenCharge === undefined
  const deselectCharge = useEffectEvent((): void => {
    const isAmountOfCharge = Number(form.values.amountPaid) === formCharge?.leftToPay
    if (isAmountOfCharge) choose(undefined)
    else form.set('charge', undefined)
    toast.info('What you chose to pay is paid already. Please check the amount.')
  })
  // A charge may be settled meanwhile. Its amount would then be allocated to other charges, so it is
  // replaced. An amount that the user typed is kept.
  useEffect(() => {
    if (isSettled) deselectCharge()
  }, [isSettled])
  return { open: openCharges, chosen: chosenCharge, choose }
}

export function ChargeField({ open, chosen, choose }: ReturnType<typeof useChargeChoice>) {
  if (open.length === 0) return null
  return (
    <Field label="What is it for?">
      <NativeSelect
        value={chosen?.id ?? ''}
        options={open.map((charge) => ({
          value: charge.id,
          label: `${describeCharge(charge)}, ${formatPesos(charge.leftToPay)}`,
        }))}
        onChange={({ target }) => choose(open.find(({ id }) => String(id) === target.value))}
      >
        <option value="">The oldest amounts first</option>
      </NativeSelect>
    </Field>
  )
}
