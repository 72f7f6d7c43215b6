import { recordAction } from '#platform/audit/record-action.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { formatDays, RETENTION_PERIODS } from '@tahanan/contract/privacy/retention-periods.ts'
import { findPeriods } from './periods.ts'
import { applyRule, RETENTION_RULES } from './rules.ts'

type RetentionServices = Pick<PlatformContext, 'db' | 'files' | 'log' | 'isStopping'>

/**
 * Removes data whose retention period has ended (rules 26.6), and writes an audit entry for each rule that
 * removed data. If a rule fails, logs the error and continues with the next rule. If the process stops, the
 * next run continues. Returns the number of rows from which data was removed.
 */
export async function applyRetention(services: RetentionServices, now = new Date()): Promise<number> {
  const { periods } = await findPeriods(services.db)
  let erasedCount = 0
  for (const rule of RETENTION_RULES) {
    if (services.isStopping()) break
    const days = periods[rule.period]
    try {
      const expiredRowCount = await applyRule(services, rule, days, now)
      if (expiredRowCount > 0)
        await recordAction(services.db, {
          action: 'remove',
          subject: 'personal_data',
          subjectName: RETENTION_PERIODS[rule.period].label,
          detail: `${expiredRowCount.toLocaleString('en')} ${rule.rows}, older than ${formatDays(days)}.`,
          after: { rows: expiredRowCount },
        })
      erasedCount += expiredRowCount
    } catch (error) {
      services.log.error(
        { err: error, period: rule.period },
        'personal data could not be removed after its period',
      )
    }
  }
  return erasedCount
}
