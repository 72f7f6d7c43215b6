import { useRef } from 'react'
import type { FormState } from '#ui/forms/use-form.ts'
import { subtractTax } from './subtract-tax.ts'

/**
 * Returns a form of payment whose paid amount goes down by the tax withheld as this is typed, and up again as it is removed (rules
 * 19.3). An amount that is typed afterwards stays.
 */
export function useTaxSubtracted(form: FormState): FormState {
  // cash and tax together, until another amount is typed
  const whole = useRef<number>(undefined)
  return {
    ...form,
    set: (key, value) => {
      form.set(key, value)
      if (key === 'amountPaid') whole.current = undefined
      if (key !== 'withheld') return
      const { amountPaid, withheld } = form.values
      const changed = subtractTax(
        { paid: Number(amountPaid), tax: Number(withheld), whole: whole.current },
        Number(value),
      )
      if (!changed) return
      whole.current = changed.whole
      form.set('amountPaid', changed.paid.toFixed(2))
    },
  }
}
