import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { findRunningImport } from '../repository.ts'
import { beginSave, SAVE_TASK, type SaveOptions } from './begin-save.ts'
import { beginUndo, UNDO_TASK } from './begin-undo.ts'
import { runRowsTask, type ImportRun } from './run-rows-task.ts'

const STATEMENT_IMPORT_LOCK_ID = 7_201_533
const RETRY_MS = 150
/** Maximum milliseconds to wait until another import has been saved or undone (rules 7.17). */
const MAX_WAIT_MS = 20_000

type SaveContext = Pick<PlatformContext, 'db' | 'config' | 'log' | 'relay'>

/** Only tests set these options. */
interface RunOptions {
  readonly chunkRows?: number
  readonly waitMs?: number
}

/**
 * Saves a prepared import in the name of this administrator, or resumes its interrupted save; does nothing if
 * it is saved. Only one import is saved or undone at a time, across all processes. First finishes interrupted
 * saves and undos of other imports, because they could later overwrite this import. After a long wait, throws
 * 409 with the name of the administrator whose import is running.
 */
export async function saveImport(
  context: SaveContext,
  importId: number,
  adminId: number,
  { chunkRows, waitMs, ...confirmed }: RunOptions & SaveOptions = {},
): Promise<void> {
  await runWithQueuedLock(context.db, waitMs, async (connection) => {
    await finishInterruptedRuns(context, connection, chunkRows)
    await beginSave(connection, importId, adminId, confirmed, context.config.communityTimeZone)
    await finishInterruptedRuns(context, connection, chunkRows)
  })
}

/**
 * Undoes the latest saved import, or resumes its interrupted undo (rules 7.24). Throws 409 if it cannot be
 * undone, or if another import is still running after a long wait.
 */
export async function undoImport(
  context: SaveContext,
  importId: number,
  adminId: number,
  { chunkRows, waitMs }: RunOptions = {},
): Promise<void> {
  await runWithQueuedLock(context.db, waitMs, async (connection) => {
    const finishedRuns = await finishInterruptedRuns(context, connection, chunkRows)
    if (finishedRuns.some(({ id, state }) => id === importId && state === 'undoing')) return
    await beginUndo(connection, importId, adminId)
    await finishInterruptedRuns(context, connection, chunkRows)
  })
}

export async function resumeImports(context: SaveContext, { chunkRows }: RunOptions = {}): Promise<void> {
  if ((await listInterruptedRuns(context, context.db)).length === 0) return
  await runWithLock(
    context.db,
    async (connection) => void (await finishInterruptedRuns(context, connection, chunkRows)),
  )
}

/**
 * Finishes imports whose save or undo was interrupted, and returns them. An error is stored as the import's
 * problem, and the job retries.
 */
async function finishInterruptedRuns(context: SaveContext, connection: Db, chunkRows?: number) {
  const interruptedRuns = await listInterruptedRuns(context, connection)
  for (const run of interruptedRuns) {
    const [task, actionLabel] = run.state === 'saving' ? [SAVE_TASK, 'Saving'] : [UNDO_TASK, 'Undoing']
    try {
      await runRowsTask(context, connection, run, task, chunkRows)
    } catch (error) {
      await connection
        .updateTable('statement_imports')
        .set({ problem: `${actionLabel} stopped because of a fault on our side. It goes on by itself.` })
        .where('id', '=', run.id)
        .execute()
        .catch(() => undefined)
      throw error
    }
  }
  return interruptedRuns
}

async function listInterruptedRuns(
  { config }: SaveContext,
  db: Db,
): Promise<(ImportRun & { readonly state: string })[]> {
  const interruptedImports = await db
    .selectFrom('statement_imports')
    .select(['id', 'uniq_id as uniqId', 'state', 'corrections_confirmed as correctionsConfirmed'])
    .select(sql<number>`coalesce(undone_by_id, admin_id)`.as('adminId'))
    .where('state', 'in', ['saving', 'undoing'])
    .orderBy('saving_at')
    .orderBy('id')
    .execute()
  return interruptedImports.map((row) => ({ ...row, timeZone: config.communityTimeZone }))
}

async function runWithQueuedLock(
  db: Db,
  waitMs = MAX_WAIT_MS,
  callback: (connection: Db) => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + waitMs
  while (!(await runWithLock(db, callback))) {
    if (performance.now() >= deadline) throw await createBusyError(db)
    await sleep(RETRY_MS)
  }
}

async function createBusyError(db: Db): Promise<PortalError> {
  const runningImport = await findRunningImport(db)
  if (runningImport?.state === 'undoing')
    return new PortalError('importUndoing', { placeholders: { name: runningImport.name } })
  return new PortalError('importRunning', {
    placeholders: {
      name: runningImport?.name ?? 'Somebody',
      count: (runningImport?.saved ?? 0).toLocaleString('en'),
      total: (runningImport?.total ?? 0).toLocaleString('en'),
    },
  })
}

/**
 * Runs `callback` while holding the advisory lock, which PostgreSQL releases if the process dies. Returns false
 * if another process holds it.
 */
function runWithLock(db: Db, callback: (connection: Db) => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      got: boolean
    }>`select pg_try_advisory_lock(${STATEMENT_IMPORT_LOCK_ID}) as got`.execute(connection)
    if (!rows[0]?.got) return false
    try {
      await callback(connection)
    } finally {
      // Ignores an error: if the connection is broken, PostgreSQL has released the lock.
      await sql`select pg_advisory_unlock(${STATEMENT_IMPORT_LOCK_ID})`
        .execute(connection)
        .catch(() => undefined)
    }
    return true
  })
}
