import { sql } from 'kysely'
import { PortalError } from '../errors.ts'
import type { PlatformContext } from '../platform-context.ts'
import { CLOCK_TOLERANCE_MS, getNextBackup } from './backup-schedule.ts'
import { markKilledAsFailed, startBackup } from './start-backup.ts'

type BackupContext = Pick<PlatformContext, 'config' | 'db' | 'pool' | 'log'>

export async function findNextScheduledBackup({
  config,
  db,
}: Pick<BackupContext, 'config' | 'db'>): Promise<Date | null> {
  const { backupSchedule, communityTimeZone } = config
  if (!backupSchedule) return null
  await markKilledAsFailed(db)
  const pastBackups = await db
    .selectFrom('backups')
    .select(({ fn }) =>
      fn.max<Date | null>('started_at').filterWhere('state', '<>', 'failed').as('succeeded'),
    )
    .select(({ fn }) => fn.max<Date | null>('started_at').filterWhere('state', '=', 'failed').as('failed'))
    .where('cause', '=', 'schedule')
    // A later time was saved while the clock was ahead, and would hide the last backup.
    .where(
      'started_at',
      '<=',
      sql<Date>`clock_timestamp() + make_interval(secs => ${CLOCK_TOLERANCE_MS / 1000})`,
    )
    .executeTakeFirstOrThrow()
  return getNextBackup(backupSchedule, communityTimeZone, pastBackups, new Date())
}

/**
 * Makes a scheduled backup if one is due, even if it was due while the portal was stopped. If several
 * processes run, only one of them makes it.
 */
export async function createScheduledBackup(context: BackupContext): Promise<void> {
  const nextBackupTime = await findNextScheduledBackup(context)
  if (!nextBackupTime || nextBackupTime.getTime() > Date.now()) return
  try {
    const { done } = await startBackup(context, 'schedule', 'Schedule', context.config.backupKeep)
    await done
  } catch (error) {
    // If another backup is running, the next run of this job tries again.
    if (!(error instanceof PortalError && error.code === 'backupRunning')) throw error
  }
}
