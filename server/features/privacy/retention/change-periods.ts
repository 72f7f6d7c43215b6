import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import {
  formatDays,
  RETENTION_PERIOD_NAMES,
  RETENTION_PERIODS,
  type RetentionDays,
} from '@tahanan/contract/privacy/retention-periods.ts'
import { findPeriods, RETENTION_SETTING } from './periods.ts'
import { countExpiredRows, RETENTION_RULES } from './rules.ts'

/**
 * Changes the retention periods. Throws 409 `conflict` if the periods changed after the caller read them
 * (`lastSeenAt`). Throws 409 `shorterPeriods`, with the number of rows to remove, if a period becomes shorter and
 * the caller has not set `isConfirmed` (rules 26.7).
 */
export async function changePeriods(
  tx: Tx,
  newPeriods: RetentionDays,
  { lastSeenAt, isConfirmed }: { lastSeenAt: Date | undefined; isConfirmed: boolean },
): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name: RETENTION_SETTING, value: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('settings').select('name').where('name', '=', RETENTION_SETTING).forUpdate().execute()
  const storedSetting = await findPeriods(tx)
  requireNotOutdated(lastSeenAt, storedSetting.updated_at)
  const lines = isConfirmed ? [] : await describeShortenedPeriods(tx, storedSetting.periods, newPeriods)
  if (lines.length > 0) throw new PortalError('shorterPeriods', { placeholders: { lines: lines.join('\n') } })
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(newPeriods), updated_at: CLOCK })
    .where('name', '=', RETENTION_SETTING)
    .execute()
}

async function describeShortenedPeriods(
  tx: Tx,
  storedPeriods: RetentionDays,
  newPeriods: RetentionDays,
): Promise<string[]> {
  const lines: string[] = []
  for (const name of RETENTION_PERIOD_NAMES.filter((period) => newPeriods[period] < storedPeriods[period]))
    for (const rule of RETENTION_RULES.filter(({ period }) => period === name)) {
      const count = await countExpiredRows(tx, rule, newPeriods[name])
      if (count > 0)
        lines.push(
          `${RETENTION_PERIODS[name].label}, ${formatDays(newPeriods[name])}: ${count.toLocaleString('en')} ${rule.rows}`,
        )
    }
  return lines
}
