import { connectionOf } from '#platform/db/connect.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { PortalError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Cause } from './archive/archive-folder.ts'
import { backupInChild, type ChildBackup } from './backup-in-child.ts'
import { backupTurnIsFree } from './lock.ts'
import { beginRecord, ENDED, failAbandoned, failRecord } from './records.ts'

/** Time for the child of a new backup to take its lock. */
const STARTING_SECONDS = 60

type Parts = Pick<Services, 'config' | 'db' | 'pool' | 'log'>

/** Backups that this process makes, so that it can abort them when it stops. */
const running = new Map<number, ChildBackup>()

/**
 * Begins a backup in the background. `done` tells whether it was made, and never rejects. Throws 409 `backupRunning` while one
 * is being made, by whichever process.
 */
export async function startBackup(
  { config, db, pool, log }: Parts,
  cause: Cause,
  startedBy: string,
  keep?: number,
) {
  const id = await db.transaction().execute(async (tx) => {
    const free = await backupTurnIsFree(tx)
    const starting = await tx
      .selectFrom('backups')
      .select('id')
      .where('state', '=', 'running')
      .where('started_at', '>', secondsAgo(STARTING_SECONDS))
      .executeTakeFirst()
    if (!free || starting) throw new PortalError('backupRunning')
    await failAbandoned(tx)
    return beginRecord(tx, cause, startedBy)
  })

  const { dataDir, backupDir, s3 } = config
  const order = {
    connectionString: connectionOf(pool),
    dataDir,
    backupDir,
    s3,
    cause,
    startedBy,
    id,
    ...(keep !== undefined && { keep }),
  }
  const child = backupInChild(order, (problem) => log.warn({ backup: id, problem }, 'a backup failed'))
  running.set(id, child)
  const done = child.done.then(async (made) => {
    running.delete(id)
    // A child that was killed could not say so itself.
    if (!made) await failRecord(db, id, ENDED).catch(() => {})
    else log.info({ backup: id, cause }, 'a backup was made')
    return made
  })
  return { id, done }
}

/** Aborts the backups of this process, for a graceful shutdown. */
export async function stopBackups(): Promise<void> {
  await Promise.all([...running.values()].map((child) => child.stop()))
}
