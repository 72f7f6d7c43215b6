import type { DbOrTx } from '#platform/db/client.ts'
import { INITIAL_PERIODS, PERIOD_NAMES, PERIODS, type Periods } from '@tahanan/contract/privacy/periods.ts'

/** Setting with the periods as JSON. A missing period has its initial value. */
export const RETENTION = 'retention'

/** Returns the periods in days, limited to their bounds. */
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
