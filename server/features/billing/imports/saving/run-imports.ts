import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/client.ts'
import { runRows, type ImportParts } from './run-rows.ts'
import { beginSave, SAVING, type SaveOptions } from './save.ts'
import { beginUndo, UNDOING } from './undo.ts'

/** Key of the advisory lock. */
const LOCK = 7_201_533
const ASK_AGAIN_MS = 150

interface RunOptions extends SaveOptions {
  /** Time to wait for an import that is being saved or undone already. */
  readonly waitMs?: number
}

/**
 * Saves a prepared import, or goes on with one that was broken off; one that is done stays as it is. Of all processes one
 * saves or undoes at a time: imports go in one after another and not into each other. What was broken off before is finished
 * first, or it would later overwrite this one. Answers false when another was still running after `waitMs`.
 */
export async function saveImport(
  parts: ImportParts,
  importId: number,
  options: RunOptions = {},
): Promise<boolean> {
  return inTurn(parts.db, options.waitMs ?? 0, async (connection) => {
    await finishBrokenOff(parts, connection, options)
    await beginSave(connection, importId, options)
    await goOn(parts, connection, { id: importId, state: 'saving' }, options)
  })
}

/**
 * Undoes the import that was saved last, or goes on with an undo that was broken off (rules 7.24). Answers false when another
 * was still running after `waitMs`. Throws 409 where it cannot be undone.
 */
export async function undoImport(
  parts: ImportParts,
  importId: number,
  adminId: number,
  options: RunOptions = {},
): Promise<boolean> {
  return inTurn(parts.db, options.waitMs ?? 0, async (connection) => {
    const finished = await finishBrokenOff(parts, connection, options)
    if (finished.some(({ id, state }) => id === importId && state === 'undoing')) return
    await beginUndo(connection, importId, adminId)
    await goOn(parts, connection, { id: importId, state: 'undoing' }, options)
  })
}

/** Goes on with imports that a killed process left half saved or half undone, unless somebody does already. */
export async function resumeImports(parts: ImportParts, options: SaveOptions = {}): Promise<void> {
  if ((await findBrokenOff(parts.db)).length === 0) return
  await inTurn(parts.db, 0, async (connection) => {
    await finishBrokenOff(parts, connection, options)
  })
}

async function finishBrokenOff(parts: ImportParts, connection: Db, options: SaveOptions) {
  const brokenOff = await findBrokenOff(connection)
  for (const run of brokenOff) await goOn(parts, connection, run, options)
  return brokenOff
}

/** Saves or undoes the rows that are left. A fault is told on the import's page; it is tried again later. */
async function goOn(
  parts: ImportParts,
  connection: Db,
  { id, state }: { readonly id: number; readonly state: string },
  options: SaveOptions,
): Promise<void> {
  const [task, what] = state === 'saving' ? [SAVING, 'Saving'] : [UNDOING, 'Undoing']
  try {
    await runRows(parts, connection, id, task, options.chunkRows)
  } catch (error) {
    await connection
      .updateTable('statement_imports')
      .set({ problem: `${what} stopped because of a fault on our side. It goes on by itself.` })
      .where('id', '=', id)
      .execute()
      .catch(() => undefined)
    throw error
  }
}

/** Imports whose saving or undoing began and has not ended, in the order in which they were saved. */
function findBrokenOff(db: Db) {
  return db
    .selectFrom('statement_imports')
    .select(['id', 'state'])
    .where('state', 'in', ['saving', 'undoing'])
    .orderBy('saving_at')
    .orderBy('id')
    .execute()
}

/** Runs work on a connection of its own that holds the lock: a process that dies loses both at once. */
async function inTurn(db: Db, waitMs: number, work: (connection: Db) => Promise<void>): Promise<boolean> {
  for (const until = performance.now() + waitMs; ; await sleep(ASK_AGAIN_MS)) {
    const done = await db.connection().execute(async (connection) => {
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
    if (done || performance.now() >= until) return done
  }
}
