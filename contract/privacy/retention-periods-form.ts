import { wholeNumber, type Form } from '../forms/fields.ts'
import { RETENTION_PERIOD_NAMES, RETENTION_PERIODS } from './retention-periods.ts'

/** Form of the retention periods in days (rules 26.7). */
export const retentionPeriodsForm: Form = {
  fields: Object.fromEntries(
    RETENTION_PERIOD_NAMES.map((name) => {
      const { label, hint, min, max } = RETENTION_PERIODS[name]
      const message = `Please input days from ${min} to ${max}.`
      return [
        name,
        wholeNumber({
          label,
          hint: `${hint} ${min} to ${max}.`,
          required: message,
          notNumberMessage: message,
          notWholeMessage: message,
          range: { min, max, message },
        }),
      ]
    }),
  ),
}
