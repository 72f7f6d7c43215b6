import type { DbOrTx } from '#platform/db/client.ts'
import { INITIAL_PERIODS, PERIOD_NAMES, PERIODS, type Periods } from '@tahanan/contract/privacy/periods.ts'

/**
 * Name of the setting that stores the periods as JSON. A period missing in the JSON has its initial value.
 */
export const RETENTION = 'retention'

/** Returns the periods in days. A stored value outside its minimum and maximum is limited to these. */
export async function findPeriods(db: DbOrTx): Promise<{ periods: Periods; updated_at: Date }> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('name', '=', RETENTION)
    .executeTakeFirst()
  const stored = (row ? JSON.parse(row.value) : {}) as Partial<Periods>
  const periods = Object.fromEntries(
    PERIOD_NAMES.map((name) => {
      const { min, max } = PERIODS[name]
      return [name, Math.min(max, Math.max(min, stored[name] ?? INITIAL_PERIODS[name]))]
    }),
  ) as Periods
  return { periods, updated_at: row?.updated_at ?? new Date(0) }
}
