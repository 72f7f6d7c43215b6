import { Type, type Static } from 'typebox'
import { Time } from '../answers.ts'
import { PERIOD_NAMES, PERIODS, type Period } from './periods.ts'

export const RetentionPeriods = Type.Object({
  ...(Object.fromEntries(
    PERIOD_NAMES.map((name) => [name, Type.Integer({ description: `Days: ${PERIODS[name].label}` })]),
  ) as Record<Period, ReturnType<typeof Type.Integer>>),
  updated_at: Time,
})
export type RetentionPeriods = Static<typeof RetentionPeriods>
