import { expressionBuilder, sql, type Expression, type SqlBool, type UpdateObject } from 'kysely'
import { recordAction } from '#platform/audit/record-action.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'

/**
 * Rows per transaction. The number is small, because a transaction locks the tenants of its rows until it
 * ends, after tens of milliseconds.
 */
const CHUNK_ROWS = 500

export interface ImportRun {
  readonly id: number
  readonly uniqId: string
  readonly adminId: number
  readonly timeZone: string
  /**
   * Whether the caller confirmed corrections: rows with another amount for a date that already has a
   * statement (rules 7.15).
   */
  readonly correctionsConfirmed: boolean
}

export interface Chunk extends ImportRun {
  readonly first: number
  readonly last: number
}

export const rowExpression = expressionBuilder<{ r: DB['statement_import_rows'] }, 'r'>()

export const selectRows = (tx: Tx, { id, first, last }: Chunk) =>
  tx
    .selectFrom('statement_import_rows as r')
    .where('r.import_id', '=', id)
    .where('r.row', '>=', first)
    .where('r.row', '<=', last)

export interface RowsTask {
  readonly state: 'saving' | 'undoing'
  /** SQL condition for rows `r` that are not processed yet. */
  readonly left: Expression<SqlBool>
  run(tx: Tx, chunk: Chunk): Promise<void>
  /** Marks a row that the database rejects as refused, so that the other rows can be processed. */
  handleFaultyRow(tx: Tx, row: Chunk): Promise<void>
  finish(tx: Tx, run: ImportRun): Promise<UpdateObject<DB, 'statement_imports'>>
}

export async function runRowsTask(
  { log, relay }: Pick<PlatformContext, 'log' | 'relay'>,
  connection: Db,
  run: ImportRun,
  task: RowsTask,
  maxChunkRows = CHUNK_ROWS,
): Promise<void> {
  const { id } = run
  let lastRowNumber = 0
  const runNextChunk = (rows: number, processChunk: RowsTask['run']): Promise<Chunk | null> =>
    connection.transaction().execute(async (tx) => {
      const chunk = await findNextChunk(tx, run, task, lastRowNumber, rows)
      if (chunk) await processChunk(tx, chunk)
      return chunk
    })
  for (let chunkRows = maxChunkRows; ;) {
    try {
      const processedChunk = await runNextChunk(chunkRows, task.run)
      if (!processedChunk) break
      lastRowNumber = processedChunk.last
      chunkRows = Math.min(maxChunkRows, chunkRows * 4)
    } catch (error) {
      // After a data error, tries the rows one by one until the faulty row is found. Any other error ends the
      // run, and the job tries again later.
      if (!isFaultyData(error)) throw error
      if (chunkRows === 1) {
        log.warn({ err: error, importId: id }, 'the database rejected a row of an import')
        await runNextChunk(1, task.handleFaultyRow)
      }
      chunkRows = 1
    }
    relay.wake()
  }
  await connection.transaction().execute(async (tx) => {
    const finishColumns = await task.finish(tx, run)
    await tx
      .updateTable('statement_imports')
      .set({ ...finishColumns, updated_at: CLOCK, problem: null })
      .where('id', '=', id)
      .where('state', '=', task.state)
      .execute()
    await publishEvent(tx, 'import', { uniqId: run.uniqId })
    await recordImportAction(tx, id, task.state === 'saving' ? 'import' : 'undo')
  })
  relay.wake()
}

async function findNextChunk(
  tx: Tx,
  run: ImportRun,
  { left }: RowsTask,
  lastRowNumber: number,
  maxRows: number,
): Promise<Chunk | null> {
  const nextRows = tx
    .selectFrom('statement_import_rows as r')
    .select('r.row')
    .where('r.import_id', '=', run.id)
    .where('r.row', '>', lastRowNumber)
    .where(left)
    .orderBy('r.row')
    .limit(maxRows)
  const { first, last } = await tx
    .selectFrom(nextRows.as('next'))
    .select(({ fn }) => [fn.min<number | null>('row').as('first'), fn.max<number | null>('row').as('last')])
    .executeTakeFirstOrThrow()
  return first !== null && last !== null ? { ...run, first, last } : null
}

async function recordImportAction(tx: Tx, id: number, action: 'import' | 'undo'): Promise<void> {
  const { adminId, admin, files, undone, ...saved } = await tx
    .selectFrom('statement_imports as i')
    .innerJoin('admins as a', 'a.id', action === 'import' ? 'i.admin_id' : 'i.undone_by_id')
    .select(['a.id as adminId', 'a.name as admin', 'i.undone', 'i.total'])
    .select(['i.created', 'i.updated', 'i.unchanged', 'i.refused', 'i.skipped', 'i.amount_after as amount'])
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

/**
 * Returns whether the data caused the error. SQLSTATE classes: 22 (data exception), 23 (integrity
 * constraint), P0 (raised by a trigger).
 */
function isFaultyData(error: unknown): boolean {
  return /^(2[23]|P0)/.test(String((error as { code?: unknown }).code ?? ''))
}
