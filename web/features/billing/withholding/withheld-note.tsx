import { formatPesos } from '#lib/money.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { getSettledAmount } from '@tahanan/contract/billing/withholding.ts'
import './withholding.css'

/**
 * Shows a heading above the field of the withheld tax, and below it the sum of cash and tax that the payment
 * settles (rules 19.3).
 */
export function WithheldNote({ fieldKey, form }: { fieldKey: string; form: FormState }) {
  const { fields, values } = form
  const keys = Object.keys(fields)
  if (keys[keys.indexOf(fieldKey) + 1] === 'withheld')
    return <h2 className="wide tax-head">Tax withheld (2307)</h2>
  const [paidAmount, withheldAmount] = [Number(values.amountPaid), Number(values.withheld)]
  return fieldKey === 'withheld' && paidAmount > 0 && withheldAmount > 0 ? (
    <p className="wide help">{`Both together settle ${formatPesos(getSettledAmount(paidAmount, withheldAmount))}.`}</p>
  ) : null
}
