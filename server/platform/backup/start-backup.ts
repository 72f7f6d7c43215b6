import { spawn } from 'node:child_process'
import type { Db, Tx } from '#platform/db/client.ts'
import { getConnectionString } from '#platform/db/connect.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { PortalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { tryBackupLock } from './acquire-backup-lock.ts'
import { getBackupFolder, type Cause } from './archive/archive-folder.ts'
import { requireRoomForManual, type BackupOrder } from './create-backup.ts'
import { beginRecord, PROCESS_ENDED, failAbandoned, failRecord } from './repository.ts'

/** The child process must have the backup lock within this time. */
const STARTING_SECONDS = 60

type Parts = Pick<Services, 'config' | 'db' | 'pool' | 'log'>

const running = new Map<number, ChildBackup>()

/**
 * Begins a backup in the background; `done` resolves to whether it succeeded and never rejects. Throws 409
 * `backupRunning` while any process makes one, and `backupsFull` (rules 12.23).
 */
export async function startBackup(
  { config, db, pool, log }: Parts,
  cause: Cause,
  startedBy: string,
  keep?: number,
) {
  await requireRoomForManual(getBackupFolder(config), cause)
  const id = await db.transaction().execute(async (tx) => {
    if (!(await tryBackupLock(tx)) || (await isStarting(tx))) throw new PortalError('backupRunning')
    await failAbandoned(tx)
    return beginRecord(tx, cause, startedBy)
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
    ...(keep !== undefined && { keep }),
  }
  const child = backupInChild(order, (problem) => log.warn({ backup: id, problem }, 'a backup failed'))
  running.set(id, child)
  const done = child.done.then(async (made) => {
    running.delete(id)
    // A killed child cannot record its own failure.
    if (!made) await failRecord(db, id, PROCESS_ENDED).catch(() => {})
    else log.info({ backup: id, cause }, 'a backup was made')
    return made
  })
  return { id, done }
}

export async function failKilled(db: Db): Promise<void> {
  // Checks without the lock first, because a child process that starts now would find it taken.
  const old = await db
    .selectFrom('backups')
    .select('id')
    .where('state', '=', 'running')
    .where('started_at', '<', secondsAgo(STARTING_SECONDS))
    .executeTakeFirst()
  if (!old) return
  await db.transaction().execute(async (tx) => {
    if ((await tryBackupLock(tx)) && !(await isStarting(tx))) await failAbandoned(tx)
  })
}

/** The process of such a backup may not have the lock yet. */
async function isStarting(tx: Tx): Promise<boolean> {
  const starting = await tx
    .selectFrom('backups')
    .select('id')
    .where('state', '=', 'running')
    .where('started_at', '>', secondsAgo(STARTING_SECONDS))
    .executeTakeFirst()
  return starting !== undefined
}

export async function stopBackups(): Promise<void> {
  await Promise.all([...running.values()].map((child) => child.stop()))
}

interface ChildBackup {
  /** True if the backup succeeded. Never rejects: the table `backups` has the reason of a failure. */
  readonly done: Promise<boolean>
  stop(): Promise<void>
}

const CHILD = new URL('./child-main.ts', import.meta.url).pathname

/**
 * Makes a backup in a child process of low priority, so that checksums and compression do not delay calls and
 * live events. The child ends with the portal, also after a crash.
 */
function backupInChild(order: BackupOrder, warn: (what: string) => void): ChildBackup {
  // Enough for two pieces of 4 MB and the buffers of streams.
  const child = spawn(process.execPath, ['--max-old-space-size=256', CHILD], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: process.env,
  })
  child.stdin.on('error', () => {})
  // Sent through a pipe, because other users can read the command line, and the URL may contain a password. The pipe
  // stays open, because its end tells the child that the portal ended.
  child.stdin.write(`${JSON.stringify(order)}\n`)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000)
  })
  const done = new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      warn(error.message)
      resolve(false)
    })
    child.once('close', (code) => {
      if (code !== 0 && errors.trim() !== '') warn(errors.trim())
      resolve(code === 0)
    })
  })
  return {
    done,
    async stop() {
      child.stdin.end()
      const killed = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await done
      clearTimeout(killed)
    },
  }
}
