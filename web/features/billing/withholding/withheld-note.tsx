import { formatPesos } from '#lib/money.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { getSettledAmount } from '@tahanan/contract/billing/withholding.ts'
import './withholding.css'

/**
 * Shows a heading above the field of the withheld tax, and below it the sum of cash and tax that the payment
 * settles (rules 19.3).
 */
export function WithheldNote({ after, form }: { after: string; form: FormState }) {
  const { fields, values } = form
  const keys = Object.keys(fields)
  if (keys[keys.indexOf(after) + 1] === 'withheld')
    return <h2 className="wide tax-head">Tax withheld (2307)</h2>
  const [paid, withheld] = [Number(values.amountPaid), Number(values.withheld)]
  return after === 'withheld' && paid > 0 && withheld > 0 ? (
    <p className="wide help">{`Both together settle ${formatPesos(getSettledAmount(paid, withheld))}.`}</p>
  ) : null
}
