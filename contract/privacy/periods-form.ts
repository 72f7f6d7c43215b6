import { wholeNumber, type Form } from '../forms/fields.ts'
import { PERIOD_NAMES, PERIODS } from './periods.ts'

/** Form of the retention periods in days (rules 26.7). */
export const periodsForm: Form = {
  fields: Object.fromEntries(
    PERIOD_NAMES.map((name) => {
      const { label, hint, min, max } = PERIODS[name]
      const message = `Please input days from ${min} to ${max}.`
      return [
        name,
        wholeNumber({
          label,
          hint: `${hint} ${min} to ${max}.`,
          required: message,
          notNumber: message,
          notWhole: message,
          range: { min, max, message },
        }),
      ]
    }),
  ),
}
