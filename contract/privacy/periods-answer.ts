import { Type, type Static } from 'typebox'
import { Time } from '../answers.ts'
import { RETENTION_PERIOD_NAMES, RETENTION_PERIODS, type RetentionPeriod } from './retention-periods.ts'

export const RetentionPeriods = Type.Object({
  ...(Object.fromEntries(
    RETENTION_PERIOD_NAMES.map((name) => [
      name,
      Type.Integer({ description: `Days: ${RETENTION_PERIODS[name].label}` }),
    ]),
  ) as Record<RetentionPeriod, ReturnType<typeof Type.Integer>>),
  updated_at: Time,
})
export type RetentionPeriods = Static<typeof RetentionPeriods>
