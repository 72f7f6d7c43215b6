import { useRef } from 'react'
import type { FormState } from '#ui/forms/use-form.ts'
import { subtractTax } from './subtract-tax.ts'

/** Returns a form that subtracts withheld tax from the paid amount as it is typed (rules 19.3). */
export function useTaxSubtracted(form: FormState): FormState {
  // Sum of cash and tax, until another amount is typed.
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
