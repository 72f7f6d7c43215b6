import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { recordAction } from '../../../platform/audit/record.ts'
import type { PlatformConfig } from '../../../platform/config.ts'
import type { Db, Tx } from '../../../platform/db/client.ts'
import { CLOCK } from '../../../platform/db/clock.ts'
import type { Relay } from '../../../platform/realtime/relay.ts'
import { tell } from '../../../platform/realtime/outbox.ts'
import { countImport, sumAmounts } from './repository.ts'
import { nextRange, refuseRow, saveChunk } from './save-chunk.ts'
import type { SavedImport } from './save-chunk.ts'

/** Rows saved in one transaction, which holds its tenants for some tens of milliseconds. */
const CHUNK_ROWS = 500
/** Key of the advisory lock. */
const LOCK = 7_201_533
const ASK_AGAIN_MS = 150

interface SaveParts {
  readonly db: Db
  readonly config: Pick<PlatformConfig, 'communityTimeZone'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly relay?: Pick<Relay, 'wake'>
}

export interface SaveOptions {
  /** Time to wait for an import that is being saved already. */
  readonly waitMs?: number
  readonly chunkRows?: number
  /** Amounts for dates which have a statement already are saved too. */
  readonly confirmCorrections?: boolean
}

/**
 * Saves a prepared import, or goes on with one that was broken off; one that is done stays as it is. Of all processes one
 * saves at a time: imports go in one after another and not into each other. What an earlier one left unsaved is saved first,
 * or it would later overwrite this one. Answers false when another was still being saved after `waitMs`.
 */
export async function saveImport(
  parts: SaveParts,
  importId: number,
  options: SaveOptions = {},
): Promise<boolean> {
  return inTurn(parts.db, options.waitMs ?? 0, async (connection) => {
    for (const id of await brokenOff(connection))
      if (id !== importId) await saveRows(parts, connection, id, options)
    await connection
      .updateTable('statement_imports')
      .set({
        state: 'saving',
        saved: 0,
        created: 0,
        updated: 0,
        unchanged: 0,
        saving_at: CLOCK,
        corrections_confirmed: options.confirmCorrections ?? false,
      })
      .where('id', '=', importId)
      .where('state', '=', 'prepared')
      .execute()
    await saveRows(parts, connection, importId, options)
  })
}

/** Goes on with imports that a killed process left half saved, unless somebody does already. */
export async function resumeImports(parts: SaveParts, options: SaveOptions = {}): Promise<void> {
  if ((await brokenOff(parts.db)).length === 0) return
  await inTurn(parts.db, 0, async (connection) => {
    for (const id of await brokenOff(connection)) await saveRows(parts, connection, id, options)
  })
}

/** Imports whose saving began and has not ended, in the order in which it began. */
async function brokenOff(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('statement_imports')
    .select('id')
    .where('state', '=', 'saving')
    .orderBy('saving_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
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

async function saveRows(parts: SaveParts, connection: Db, id: number, options: SaveOptions): Promise<void> {
  const saved = await findSaving(connection, id, parts.config.communityTimeZone)
  if (!saved) return
  const most = options.chunkRows ?? CHUNK_ROWS
  for (let rows = most; ;) {
    try {
      if (!(await saveNext(connection, saved, rows))) break
      rows = Math.min(most, rows * 4)
    } catch (error) {
      // Faulty data: smaller pieces, down to the row at fault. Everything else ends the saving, which is tried again later.
      if (!isFaultyData(error)) {
        await noteProblem(connection, id).catch(() => undefined)
        throw error
      }
      if (rows === 1) {
        parts.log.warn({ err: error, importId: id }, 'a row of an import was refused by the database')
        await refuseNext(connection, saved)
      }
      rows = 1
    }
    parts.relay?.wake()
  }
  await finish(connection, saved)
  parts.relay?.wake()
}

/** Saves the next rows in one transaction. Answers false when there are none left. */
function saveNext(connection: Db, saved: SavedImport, rows: number): Promise<boolean> {
  return connection.transaction().execute(async (tx) => {
    const range = await nextRange(tx, saved.id, rows)
    if (!range) return false
    await saveChunk(tx, saved, range)
    return true
  })
}

function refuseNext(connection: Db, saved: SavedImport): Promise<void> {
  return connection.transaction().execute(async (tx) => {
    const range = await nextRange(tx, saved.id, 1)
    if (range) await refuseRow(tx, saved.id, range.first)
  })
}

async function findSaving(db: Db, id: number, timeZone: string): Promise<SavedImport | null> {
  const row = await db
    .selectFrom('statement_imports')
    .select(['id', 'uniq_id as uniqId', 'admin_id as adminId'])
    .select('corrections_confirmed as correctionsConfirmed')
    .where('id', '=', id)
    .where('state', '=', 'saving')
    .executeTakeFirst()
  return row ? { ...row, timeZone } : null
}

async function finish(db: Db, { id, uniqId }: SavedImport): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const amounts = await sumAmounts(tx, id)
    // PDFs are counted now, since those that no row names are removed a day later.
    const { files, bytes, missing, extra } = await countImport(tx, id)
    await tx
      .updateTable('statement_imports')
      .set({ state: 'done', done_at: CLOCK, updated_at: CLOCK, problem: null })
      .set({ ...amounts, pdfs: files, pdf_bytes: bytes, missing_pdfs: missing, extra_pdfs: extra })
      .where('id', '=', id)
      .where('state', '=', 'saving')
      .execute()
    await tell(tx, 'import', { uniqId })
    await recordImport(tx, id)
  })
}

// One row of the audit log for all of it, in its administrator's name, whoever brought it to its end.
async function recordImport(tx: Tx, id: number): Promise<void> {
  const { adminId, admin, files, ...after } = await tx
    .selectFrom('statement_imports as i')
    .innerJoin('admins as a', 'a.id', 'i.admin_id')
    .select([
      'a.id as adminId',
      'a.name as admin',
      'i.total',
      'i.created',
      'i.updated',
      'i.unchanged',
      'i.refused',
      'i.skipped',
    ])
    .select(
      sql<string>`concat_ws(', ', nullif(soa_file_name, ''), nullif(web_client_file_name, ''))`.as('files'),
    )
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()
  await recordAction(tx, {
    action: 'import',
    subject: 'statement_imports',
    subjectId: id,
    subjectName: files,
    after,
    actor: { area: 'admin', id: adminId, name: admin, address: null },
  })
}

async function noteProblem(db: Db, id: number): Promise<void> {
  await db
    .updateTable('statement_imports')
    .set({ problem: 'Saving stopped because of a fault on our side. It goes on by itself.' })
    .where('id', '=', id)
    .execute()
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint). */
function isFaultyData(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown }).code ?? ''))
}
