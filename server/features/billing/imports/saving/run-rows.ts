import type { FastifyBaseLogger } from 'fastify'
import { sql, type UpdateObject } from 'kysely'
import { recordAction } from '../../../../platform/audit/record.ts'
import type { PlatformConfig } from '../../../../platform/config.ts'
import type { Db, Tx } from '../../../../platform/db/client.ts'
import { CLOCK } from '../../../../platform/db/clock.ts'
import type { DB } from '../../../../platform/db/generated.ts'
import type { Relay } from '../../../../platform/realtime/relay.ts'
import { tell } from '../../../../platform/realtime/outbox.ts'

/** Rows of one transaction, which holds its tenants for some tens of milliseconds. */
const CHUNK_ROWS = 500

/** Parts that saving and undoing need. */
export interface ImportParts {
  readonly db: Db
  readonly config: Pick<PlatformConfig, 'communityTimeZone'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly relay?: Pick<Relay, 'wake'>
}

/** An import that is being saved, or undone. */
export interface ImportRun {
  readonly id: number
  readonly uniqId: string
  /** Who saves it, or undoes it. */
  readonly adminId: number
  readonly timeZone: string
  /** The caller confirmed corrections: other amounts for dates that have a statement already (rules 7.15). */
  readonly correctionsConfirmed: boolean
}

/** What is done with the rows of an import. */
export interface RowsTask {
  /** The import's state meanwhile. */
  readonly state: 'saving' | 'undoing'
  /** Does the next rows after one, at most so many. Answers the last of them; null when there are none left. */
  next(tx: Tx, run: ImportRun, after: number, most: number): Promise<number | null>
  /** Leaves a row out that the database does not take; where there is no such way, its fault ends the run. */
  refuse?(tx: Tx, run: ImportRun): Promise<void>
  /** Ends it; answers what its record then says. */
  finish(tx: Tx, run: ImportRun): Promise<UpdateObject<DB, 'statement_imports'>>
}

/** Runs a task over the rows of an import, from where it stands to its end; of an import in another state nothing. */
export async function runRows(
  parts: ImportParts,
  connection: Db,
  id: number,
  task: RowsTask,
  most = CHUNK_ROWS,
): Promise<void> {
  const run = await findRun(connection, id, task, parts.config.communityTimeZone)
  if (!run) return
  let after = 0
  for (let rows = most; ;) {
    try {
      const last = await connection.transaction().execute((tx) => task.next(tx, run, after, rows))
      if (last === null) break
      after = last
      rows = Math.min(most, rows * 4)
    } catch (error) {
      // Faulty data: smaller pieces, down to the row at fault. Everything else ends the run, which is tried again later.
      const { refuse } = task
      if (!refuse || !isFaultyData(error)) throw error
      if (rows === 1) {
        parts.log.warn({ err: error, importId: id }, 'a row of an import was refused by the database')
        await connection.transaction().execute((tx) => refuse(tx, run))
      }
      rows = 1
    }
    parts.relay?.wake()
  }
  await connection.transaction().execute(async (tx) => {
    const ended = await task.finish(tx, run)
    await tx
      .updateTable('statement_imports')
      .set({ ...ended, updated_at: CLOCK, problem: null })
      .where('id', '=', id)
      .where('state', '=', task.state)
      .execute()
    await tell(tx, 'import', { uniqId: run.uniqId })
    await recordImport(tx, id, task.state === 'saving' ? 'import' : 'undo')
  })
  parts.relay?.wake()
}

async function findRun(
  db: Db,
  id: number,
  { state }: RowsTask,
  timeZone: string,
): Promise<ImportRun | undefined> {
  const row = await db
    .selectFrom('statement_imports')
    .select(['id', 'uniq_id as uniqId', 'corrections_confirmed as correctionsConfirmed'])
    .select(sql<number>`coalesce(undone_by_id, admin_id)`.as('adminId'))
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst()
  return row && { ...row, timeZone }
}

/** Writes one row of the audit log for all of an import, in the name of who asked for it, whoever brought it to its end. */
async function recordImport(tx: Tx, id: number, action: 'import' | 'undo'): Promise<void> {
  const { adminId, admin, files, undone, ...saved } = await tx
    .selectFrom('statement_imports as i')
    .innerJoin('admins as a', 'a.id', action === 'import' ? 'i.admin_id' : 'i.undone_by_id')
    .select(['a.id as adminId', 'a.name as admin', 'i.undone', 'i.total'])
    .select(['i.created', 'i.updated', 'i.unchanged', 'i.refused', 'i.skipped'])
    .select(sql<number>`(select count(*) from statement_import_moves m where m.import_id = i.id)`.as('moved'))
    .select(
      sql<string>`concat_ws(', ', nullif(soa_file_name, ''), nullif(web_client_file_name, ''))`.as('files'),
    )
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()
  await recordAction(tx, {
    action,
    subject: 'statement_imports',
    subjectId: id,
    subjectName: files,
    after: action === 'import' ? saved : { undone },
    actor: { area: 'admin', id: adminId, name: admin, address: null },
  })
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint). */
function isFaultyData(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown }).code ?? ''))
}
