import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import type { Services } from '#platform/services.ts'
import { findSaver } from '../repository.ts'
import { runRows, type ImportRun } from './run-rows.ts'
import { beginSave, SAVING, type SaveOptions } from './save.ts'
import { beginUndo, UNDOING } from './undo.ts'

/** Key of the advisory lock. */
const LOCK = 7_201_533
const ASK_AGAIN_MS = 150
/** Time to wait for an import that is being saved or undone already (rules 7.17). */
const WAIT_MS = 20_000

type Parts = Pick<Services, 'db' | 'config' | 'log' | 'relay'>

/** Other sizes and times, for tests. */
interface RunOptions {
  readonly chunkRows?: number
  readonly waitMs?: number
}

/**
 * Saves a prepared import, or goes on with one that was broken off; one that is done stays as it is. Of all processes one
 * saves or undoes at a time: imports go in one after another and not into each other. What was broken off before is finished
 * first, or it would later overwrite this one. Throws 409, saying who saves or undoes with another, when that takes long.
 */
export async function saveImport(
  parts: Parts,
  importId: number,
  { chunkRows, waitMs, ...confirmed }: RunOptions & SaveOptions = {},
): Promise<void> {
  await inTurn(parts.db, waitMs, async (connection) => {
    await finishBegun(parts, connection, chunkRows)
    await beginSave(connection, importId, confirmed, parts.config.communityTimeZone)
    await finishBegun(parts, connection, chunkRows)
  })
}

/**
 * Undoes the import that was saved last, or goes on with an undo that was broken off (rules 7.24). Throws 409 where it cannot be undone,
 * or as `saveImport` does.
 */
export async function undoImport(
  parts: Parts,
  importId: number,
  adminId: number,
  { chunkRows, waitMs }: RunOptions = {},
): Promise<void> {
  await inTurn(parts.db, waitMs, async (connection) => {
    const finished = await finishBegun(parts, connection, chunkRows)
    if (finished.some(({ id, state }) => id === importId && state === 'undoing')) return
    await beginUndo(connection, importId, adminId)
    await finishBegun(parts, connection, chunkRows)
  })
}

/** Goes on with imports that a killed process left half saved or half undone, unless somebody does already. */
export async function resumeImports(parts: Parts, { chunkRows }: RunOptions = {}): Promise<void> {
  if ((await findBegun(parts, parts.db)).length === 0) return
  await withLock(parts.db, async (connection) => void (await finishBegun(parts, connection, chunkRows)))
}

/**
 * Saves or undoes the rows that are left of imports of which that has begun, and returns these. A fault is told on the import's
 * page; it is tried again later.
 */
async function finishBegun(parts: Parts, connection: Db, chunkRows?: number) {
  const begun = await findBegun(parts, connection)
  for (const run of begun) {
    const [task, what] = run.state === 'saving' ? [SAVING, 'Saving'] : [UNDOING, 'Undoing']
    try {
      await runRows(parts, connection, run, task, chunkRows)
    } catch (error) {
      await connection
        .updateTable('statement_imports')
        .set({ problem: `${what} stopped because of a fault on our side. It goes on by itself.` })
        .where('id', '=', run.id)
        .execute()
        .catch(() => undefined)
      throw error
    }
  }
  return begun
}

/** Imports whose saving or undoing began and has not ended, in the order in which they were saved. */
async function findBegun({ config }: Parts, db: Db): Promise<(ImportRun & { readonly state: string })[]> {
  const rows = await db
    .selectFrom('statement_imports')
    .select(['id', 'uniq_id as uniqId', 'state', 'corrections_confirmed as correctionsConfirmed'])
    .select(sql<number>`coalesce(undone_by_id, admin_id)`.as('adminId'))
    .where('state', 'in', ['saving', 'undoing'])
    .orderBy('saving_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, timeZone: config.communityTimeZone }))
}

async function inTurn(db: Db, waitMs = WAIT_MS, work: (connection: Db) => Promise<void>): Promise<void> {
  const until = performance.now() + waitMs
  while (!(await withLock(db, work))) {
    if (performance.now() >= until) throw await busy(db)
    await sleep(ASK_AGAIN_MS)
  }
}

async function busy(db: Db): Promise<PortalError> {
  const saver = await findSaver(db)
  if (saver?.state === 'undoing') return new PortalError('importUndoing', { blanks: { name: saver.name } })
  return new PortalError('importRunning', {
    blanks: {
      name: saver?.name ?? 'Somebody',
      count: (saver?.saved ?? 0).toLocaleString('en'),
      total: (saver?.total ?? 0).toLocaleString('en'),
    },
  })
}

/**
 * Runs work on a connection of its own that holds the lock: a process that dies loses both at once. Answers false when another
 * holds it.
 */
function withLock(db: Db, work: (connection: Db) => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${LOCK}) as got`.execute(
      connection,
    )
    if (!rows[0]?.got) return false
    try {
      await work(connection)
    } finally {
      // A broken connection has lost its lock.
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => undefined)
    }
    return true
  })
}
