import { PortalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { startBackup } from './backups.ts'
import { nextBackup } from './schedule.ts'

type Parts = Pick<Services, 'config' | 'db' | 'pool' | 'log'>

/** Returns when the next scheduled backup is due; null where none are scheduled. */
export async function nextScheduled({ config, db }: Pick<Parts, 'config' | 'db'>): Promise<Date | null> {
  const { backupSchedule, communityTimeZone } = config
  if (!backupSchedule) return null
  const past = await db
    .selectFrom('backups')
    .select(({ fn }) =>
      fn.max<Date | null>('started_at').filterWhere('state', '<>', 'failed').as('succeeded'),
    )
    .select(({ fn }) => fn.max<Date | null>('started_at').filterWhere('state', '=', 'failed').as('failed'))
    .where('cause', '=', 'schedule')
    .executeTakeFirstOrThrow()
  return nextBackup(backupSchedule, communityTimeZone, past, new Date())
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
