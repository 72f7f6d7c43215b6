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

/** Parts that saving and undoing need. */
export interface ImportParts {
  readonly db: Db
  readonly config: Pick<PlatformConfig, 'communityTimeZone'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly relay?: Pick<Relay, 'wake'>
}

export interface SaveOptions {
  readonly chunkRows?: number
  /** Amounts for dates which have a statement already are saved too. */
  readonly confirmCorrections?: boolean
  /** Rows that are older than the stored statements are saved too. */
  readonly confirmOlder?: boolean
}

/** Marks a prepared import as being saved; one of another state stays as it is. */
export async function beginSave(
  db: Db,
  importId: number,
  { confirmCorrections = false, confirmOlder = false }: SaveOptions,
): Promise<void> {
  const none = { saved: 0, created: 0, updated: 0, unchanged: 0 }
  await db.transaction().execute(async (tx) => {
    const begun = await tx
      .updateTable('statement_imports')
      .set({ ...none, state: 'saving', saving_at: CLOCK, corrections_confirmed: confirmCorrections })
      .where('id', '=', importId)
      .where('state', '=', 'prepared')
      .returning('id')
      .executeTakeFirst()
    if (begun && confirmOlder) await takeOlder(tx, importId)
  })
}

async function takeOlder(tx: Tx, importId: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('statement_import_rows')
    .set({ verdict: 'changed', reason: null })
    .where('import_id', '=', importId)
    .where('verdict', '=', 'skipped')
    .where('older', '=', true)
    .executeTakeFirstOrThrow()
  const taken = Number(numUpdatedRows)
  await tx
    .updateTable('statement_imports')
    .set((eb) => ({ total: eb('total', '+', taken), skipped: eb('skipped', '-', taken) }))
    .where('id', '=', importId)
    .execute()
}

/** Saves the rows of an import that is being saved, from where it stands to its end; of another state nothing. */
export async function saveRows(
  parts: ImportParts,
  connection: Db,
  id: number,
  options: SaveOptions,
): Promise<void> {
  const saved = await findSaving(connection, id, parts.config.communityTimeZone)
  if (!saved) return
  const most = options.chunkRows ?? CHUNK_ROWS
  for (let rows = most; ;) {
    try {
      if (!(await saveNext(connection, saved, rows))) break
      rows = Math.min(most, rows * 4)
    } catch (error) {
      // Faulty data: smaller pieces, down to the row at fault. Everything else ends the saving, which is tried again later.
      if (!isFaultyData(error)) throw error
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
    await forgetUnapplied(tx, id)
    await tell(tx, 'import', { uniqId })
    await recordImport(tx, id, 'import')
  })
}

/** Forgets what was moved of tenants whose rows were left out as they were saved. */
async function forgetUnapplied(tx: Tx, importId: number): Promise<void> {
  await tx
    .deleteFrom('statement_import_moves as m')
    .where('m.import_id', '=', importId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_entries as e')
            .innerJoin('statements as s', 's.tenant_id', 'e.tenant_id')
            .select('s.id')
            .whereRef('e.id', '=', 'm.entry_id')
            .whereRef('s.import_id', '=', 'm.import_id')
            .where(sql<boolean>`m.in_statement = (e.covered_by is not distinct from s.id)`),
        ),
      ),
    )
    .execute()
}

/** Writes one row of the audit log for all of an import, in the name of who asked for it, whoever brought it to its end. */
export async function recordImport(tx: Tx, id: number, action: 'import' | 'undo'): Promise<void> {
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
