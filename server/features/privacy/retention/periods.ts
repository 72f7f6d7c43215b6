import type { DbOrTx } from '#platform/db/client.ts'
import {
  INITIAL_RETENTION_DAYS,
  RETENTION_PERIOD_NAMES,
  RETENTION_PERIODS,
  type RetentionDays,
} from '@tahanan/contract/privacy/retention-periods.ts'

/**
 * Name of the setting that stores the periods as JSON. A period missing in the JSON has its initial value.
 */
export const RETENTION_SETTING = 'retention'

/**
 * Returns the periods in days. A stored value below its minimum or above its maximum is replaced by that
 * limit.
 */
export async function findPeriods(db: DbOrTx): Promise<{ periods: RetentionDays; updated_at: Date }> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('name', '=', RETENTION_SETTING)
    .executeTakeFirst()
  const storedPeriods = (row ? JSON.parse(row.value) : {}) as Partial<RetentionDays>
  const periods = Object.fromEntries(
    RETENTION_PERIOD_NAMES.map((name) => {
      const { min, max } = RETENTION_PERIODS[name]
      return [name, Math.min(max, Math.max(min, storedPeriods[name] ?? INITIAL_RETENTION_DAYS[name]))]
    }),
  ) as RetentionDays
  return { periods, updated_at: row?.updated_at ?? new Date(0) }
}
