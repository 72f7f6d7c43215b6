import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPesos } from '#lib/money.ts'
import { Field } from '#ui/controls/field.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'
import type { OpenCharge } from '@tahanan/contract/billing/answers.ts'
import { openChargesQuery } from '../calls.ts'
import { describeCharge } from '../payment.ts'

/** Loads a tenant's open charges. The payer may choose the one that the payment is for (rules 16.16). */
export function useChargeChoice(
  tenantId: number | undefined,
  onChoose: (charge: OpenCharge | undefined) => void,
) {
  const { data } = useQuery({ ...openChargesQuery(tenantId ?? 0), enabled: tenantId !== undefined })
  const [chargeId, setChargeId] = useState<number>()
  const openCharges = data?.data ?? []
  return {
    open: openCharges,
    chosen: openCharges.find(({ id }) => id === chargeId),
    choose: (charge: OpenCharge | undefined) => {
      setChargeId(charge?.id)
      onChoose(charge)
    },
  }
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
