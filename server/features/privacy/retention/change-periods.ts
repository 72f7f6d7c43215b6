import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import { requireCurrent } from '#platform/last-seen.ts'
import { formatDays, PERIOD_NAMES, PERIODS, type Periods } from '@tahanan/contract/privacy/periods.ts'
import { findPeriods, RETENTION } from './periods.ts'
import { countDue, RETENTION_RULES } from './rules.ts'

/**
 * Changes the retention periods. Throws 409 `conflict` if the periods changed after `seen`. Unless
 * `confirmed`, throws 409 `shorterPeriods` with the number of rows that shorter periods would remove (rules
 * 26.7).
 */
export async function changePeriods(
  tx: Tx,
  wanted: Periods,
  { seen, confirmed }: { seen: Date | undefined; confirmed: boolean },
): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name: RETENTION, value: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('settings').select('name').where('name', '=', RETENTION).forUpdate().execute()
  const stored = await findPeriods(tx)
  requireCurrent(seen, stored.updated_at)
  const lines = confirmed ? [] : await describeShortened(tx, stored.periods, wanted)
  if (lines.length > 0) throw new PortalError('shorterPeriods', { blanks: { lines: lines.join('\n') } })
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(wanted), updated_at: CLOCK })
    .where('name', '=', RETENTION)
    .execute()
}

/** Describes the rows that shorter periods would remove now, in one line for each rule with such rows. */
async function describeShortened(tx: Tx, stored: Periods, wanted: Periods): Promise<string[]> {
  const lines: string[] = []
  for (const name of PERIOD_NAMES.filter((period) => wanted[period] < stored[period]))
    for (const rule of RETENTION_RULES.filter(({ period }) => period === name)) {
      const count = await countDue(tx, rule, wanted[name])
      if (count > 0)
        lines.push(
          `${PERIODS[name].label}, ${formatDays(wanted[name])}: ${count.toLocaleString('en')} ${rule.rows}`,
        )
    }
  return lines
}
