import { useRef } from 'react'
import type { FormState } from '#ui/forms/use-form.ts'
import { getSettledAmount } from '@tahanan/contract/billing/withholding.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'

/** Returns a form that subtracts withheld tax from the paid amount as it is typed (rules 19.3). */
export function useTaxSubtracted(form: FormState): FormState {
  // Sum of cash and tax, until the user types another amount.
  const wholeRef = useRef<number>(undefined)
  return {
    ...form,
    set: (key, value) => {
      form.set(key, value)
      if (key === 'amountPaid') wholeRef.current = undefined
      if (key !== 'withheld') return
      const { amountPaid, withheld } = form.values
      const changed = subtractTax(
        { paid: Number(amountPaid), tax: Number(withheld), whole: wholeRef.current },
        Number(value),
      )
      if (!changed) return
      wholeRef.current = changed.whole
      form.set('amountPaid', changed.paid.toFixed(2))
    },
  }
}

interface PaidWithTax {
  paid: number
  tax: number
  /** Cash plus tax, as it was before the tax field was edited. */
  whole: number | undefined
}

/** The cash stays as it is if the tax is the whole amount or more. */
export function subtractTax({ paid, tax, whole }: PaidWithTax, typed: number) {
  if (!(paid > 0)) return undefined
  const together = whole ?? getSettledAmount(paid, tax || 0)
  const left = sumAmounts([together, -(typed || 0)])
  return { whole: together, paid: left > 0 ? left : together }
}
