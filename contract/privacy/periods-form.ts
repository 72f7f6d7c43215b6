import { Type, type Static } from 'typebox'
import { Time } from '../answers.ts'
import { wholeNumber, type Form } from '../forms/fields.ts'
import { PERIOD_NAMES, PERIODS, type Period } from './periods.ts'

/** Form of the retention periods, in days (rules 26.7). */
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

export const RetentionPeriods = Type.Object({
  ...(Object.fromEntries(
    PERIOD_NAMES.map((name) => [name, Type.Integer({ description: `Days: ${PERIODS[name].label}` })]),
  ) as Record<Period, ReturnType<typeof Type.Integer>>),
  updated_at: Time,
})
export type RetentionPeriods = Static<typeof RetentionPeriods>
