import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import { getConnectionString } from '#platform/db/connect.ts'
import { PortalError } from '../errors.ts'
import type { PlatformContext } from '../platform-context.ts'
import { tryBackupLock } from './acquire-backup-lock.ts'
import { getBackupFolder, type Cause } from './archive/archive-folder.ts'
import { requireManualBackupSlot, type CreateBackupOptions } from './create-backup.ts'
import {
  createBackupRow,
  PROCESS_ENDED_PROBLEM,
  markAbandonedAsFailed,
  markBackupAsFailed,
} from './repository.ts'

const MAX_STARTUP_SECONDS = 60
/**
 * Condition: the backup started recently. A start time further in the future was saved while the clock was
 * wrong, so the backup is treated as old.
 */
const IS_RECENT = sql<boolean>`(
  abs(extract(epoch from statement_timestamp() - started_at)) < ${sql.lit(MAX_STARTUP_SECONDS)})`

type BackupContext = Pick<PlatformContext, 'config' | 'db' | 'pool' | 'log'>

const runningBackups = new Map<number, BackupProcess>()

/**
 * Starts a backup in a child process. `done` resolves to true if the backup succeeded, and never rejects.
 * Throws `backupRunning` (409) if any process is making a backup, and `backupsFull` if there are already 20
 * manual backups (rules 12.23).
 */
export async function startBackup(
  { config, db, pool, log }: BackupContext,
  cause: Cause,
  startedBy: string,
  backupsToKeep?: number,
) {
  await requireManualBackupSlot(getBackupFolder(config), cause)
  const id = await db.transaction().execute(async (tx) => {
    if (!(await tryBackupLock(tx)) || (await isStarting(tx))) throw new PortalError('backupRunning')
    await markAbandonedAsFailed(tx)
    return createBackupRow(tx, cause, startedBy)
  })

  const { dataDir, backupDir, backupRecipients, s3 } = config
  const order = {
    connectionString: getConnectionString(pool),
    dataDir,
    backupDir,
    backupRecipients,
    s3,
    cause,
    startedBy,
    id,
    ...(backupsToKeep !== undefined && { keep: backupsToKeep }),
  }
  const child = startBackupProcess(order, (problem) => log.warn({ backup: id, problem }, 'a backup failed'))
  runningBackups.set(id, child)
  const backupEnd = child.done.then(async (hasSucceeded) => {
    runningBackups.delete(id)
    // A killed child process could not record the failure itself.
    if (!hasSucceeded) await markBackupAsFailed(db, id, PROCESS_ENDED_PROBLEM).catch(() => {})
    else log.info({ backup: id, cause }, 'a backup was made')
    return hasSucceeded
  })
  return { id, done: backupEnd }
}

export async function markKilledAsFailed(db: Db): Promise<void> {
  // Looks for an old unfinished backup before taking the lock. Otherwise every call would hold the lock for
  // a moment, and a child process that is just starting its backup would fail.
  const oldRunningBackup = await db
    .selectFrom('backups')
    .select('id')
    .where('state', '=', 'running')
    .where((eb) => eb.not(IS_RECENT))
    .executeTakeFirst()
  if (!oldRunningBackup) return
  await db.transaction().execute(async (tx) => {
    if ((await tryBackupLock(tx)) && !(await isStarting(tx))) await markAbandonedAsFailed(tx)
  })
}

async function isStarting(tx: Tx): Promise<boolean> {
  const startingBackup = await tx
    .selectFrom('backups')
    .select('id')
    .where('state', '=', 'running')
    .where(IS_RECENT)
    .executeTakeFirst()
  return startingBackup !== undefined
}

export async function stopBackups(): Promise<void> {
  await Promise.all([...runningBackups.values()].map((child) => child.stop()))
}

interface BackupProcess {
  readonly done: Promise<boolean>
  stop(): Promise<void>
}

const CHILD_PATH = new URL('./child-main.ts', import.meta.url).pathname

/**
 * Makes a backup in a child process with low priority, so that checksums and compression do not slow down the
 * portal. The child process ends when the portal ends, even by a crash.
 */
function startBackupProcess(order: CreateBackupOptions, warn: (problem: string) => void): BackupProcess {
  // The memory limit (256 MB) is enough for two pieces of 4 MB and the buffers of the streams.
  const child = spawn(process.execPath, ['--max-old-space-size=256', CHILD_PATH], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: process.env,
  })
  child.stdin.on('error', () => {})
  // The options are sent through standard input, because other users of the machine can read the command
  // line, and the database URL may contain a password. Standard input stays open: when it closes, the child
  // knows that the portal has ended.
  child.stdin.write(`${JSON.stringify(order)}\n`)
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-2000)
  })
  const processEnd = new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      warn(error.message)
      resolve(false)
    })
    child.once('close', (code) => {
      if (code !== 0 && errorOutput.trim() !== '') warn(errorOutput.trim())
      resolve(code === 0)
    })
  })
  return {
    done: processEnd,
    async stop() {
      child.stdin.end()
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await processEnd
      clearTimeout(killTimer)
    },
  }
}
