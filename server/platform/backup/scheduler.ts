import { PortalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { startBackup } from './backups.ts'
import { nextBackup } from './schedule.ts'
import type { Past } from './schedule.ts'

type Parts = Pick<Services, 'config' | 'db' | 'pool' | 'log'>

/** When the next scheduled backup is due; null where none are scheduled. */
export async function nextScheduled(
  { config, pool }: Pick<Parts, 'config' | 'pool'>,
  now = new Date(),
): Promise<Date | null> {
  const { backupSchedule, communityTimeZone } = config
  if (!backupSchedule) return null
  const { rows } = await pool.query<Past>(
    `select max(started_at) filter (where state <> 'failed') as succeeded, max(started_at) filter (where state = 'failed') as failed
     from backups where cause = 'schedule'`,
  )
  const [past = { succeeded: null, failed: null }] = rows
  return nextBackup(backupSchedule, communityTimeZone, past, now)
}

/**
 * Makes the scheduled backup when it is due, a chore of housekeeping. Of several processes one does it; one that was missed
 * while nothing ran is made soon after the start. Resolves when it is done.
 */
export async function backUpOnSchedule(parts: Parts): Promise<void> {
  const next = await nextScheduled(parts)
  if (!next || next.getTime() > Date.now()) return
  try {
    const { done } = await startBackup(parts, 'schedule', 'Schedule', parts.config.backupKeep)
    await done
  } catch (error) {
    // Another process was first, or a person's backup runs: looked at again the next time.
    if (!(error instanceof PortalError && error.code === 'backupRunning')) throw error
  }
}
