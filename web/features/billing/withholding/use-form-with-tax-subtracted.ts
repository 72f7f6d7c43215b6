import { useRef } from 'react'
import type { FormState } from '#ui/forms/use-form.ts'
import { getSettledAmount } from '@tahanan/contract/billing/withholding.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'

/** Wraps a form: when the user types the withheld tax, it is subtracted from the paid amount (rules 19.3). */
export function useFormWithTaxSubtracted(form: FormState): FormState {
  const wholeRef = useRef<number>(undefined)
  return {
    ...form,
    set: (key, value) => {
      form.set(key, value)
      if (key === 'amountPaid') wholeRef.current = undefined
      if (key !== 'withheld') return
      const { amountPaid, withheld } = form.values
      const newAmounts = subtractTax(
        { paid: Number(amountPaid), tax: Number(withheld), whole: wholeRef.current },
        Number(value),
      )
      if (!newAmounts) return
      wholeRef.current = newAmounts.whole
      form.set('amountPaid', newAmounts.paid.toFixed(2))
    },
  }
}

interface PaidWithTax {
  paid: number
  tax: number
  /** Cash plus tax before the tax field was edited; undefined if it was not edited. */
  whole: number | undefined
}

/**
 * Subtracts the typed tax from the sum of cash and tax. Subtracts nothing if the tax is as large as the sum
 * or larger.
 */
export function subtractTax({ paid, tax, whole }: PaidWithTax, typedTax: number) {
  if (!(paid > 0)) return undefined
  const settledAmount = whole ?? getSettledAmount(paid, tax || 0)
  const paidWithoutTax = sumAmounts([settledAmount, -(typedTax || 0)])
  return { whole: settledAmount, paid: paidWithoutTax > 0 ? paidWithoutTax : settledAmount }
}
