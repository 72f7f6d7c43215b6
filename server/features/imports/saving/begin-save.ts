import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { lockImport } from '../abandon-import.ts'
import { IS_CREATABLE } from '../comparison-columns.ts'
import { sumExportedEntries } from '../preview/select-exported-entries.ts'
import { countImportRows, sumAmounts } from '../repository.ts'
import type { RowsTask } from './run-rows-task.ts'
import { markRowAsRefused, saveChunk } from './save-chunk.ts'
import { IS_UNSAVED } from './write-verdicts.ts'

export interface SaveOptions {
  readonly confirmCorrections?: boolean | undefined
  readonly confirmDoubtful?: boolean | undefined
  readonly confirmExported?: boolean | undefined
  readonly confirmOlder?: boolean | undefined
}

/**
 * Starts to save a prepared import in the name of this administrator; does nothing if it is in another state.
 * Throws 409 `exportsNotConfirmed` if the office must check exported payments and the caller has not confirmed
 * them.
 */
export async function beginSave(
  db: Db,
  importId: number,
  adminId: number,
  options: SaveOptions,
  timeZone: string,
): Promise<void> {
  const { confirmCorrections = false, confirmOlder = false, confirmExported = false } = options
  const { confirmDoubtful = false } = options
  const noSavedCounts = { saved: 0, created: 0, updated: 0, unchanged: 0 }
  await db.transaction().execute(async (tx) => {
    // Locks the import, so that nobody moves ledger entries into its statements meanwhile.
    if ((await lockImport(tx, importId))?.state !== 'prepared') return
    const exportTotals = await sumExportedEntries(tx, importId, timeZone)
    if (exportTotals.rows > 0 && !confirmExported)
      throw new PortalError('exportsNotConfirmed', {
        placeholders: { amount: formatPesos(exportTotals.amount) },
      })
    await tx
      .updateTable('statement_imports')
      .set({ ...noSavedCounts, state: 'saving', saving_at: CLOCK, admin_id: adminId })
      .set({ corrections_confirmed: confirmCorrections })
      .where('id', '=', importId)
      .execute()
    if (confirmOlder) await acceptSkippedRows(tx, importId, IS_OLDER)
    if (confirmDoubtful) await acceptSkippedRows(tx, importId, IS_CREATABLE)
  })
}

const IS_OLDER = sql<boolean>`older`

async function acceptSkippedRows(tx: Tx, importId: number, condition: RawBuilder<boolean>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('statement_import_rows')
    .set({ verdict: sql<string>`case when tenant_id is null then 'new' else 'changed' end`, reason: null })
    .where('import_id', '=', importId)
    .where('verdict', '=', 'skipped')
    .where(condition)
    .executeTakeFirstOrThrow()
  const acceptedCount = Number(numUpdatedRows)
  await tx
    .updateTable('statement_imports')
    .set((eb) => ({ total: eb('total', '+', acceptedCount), skipped: eb('skipped', '-', acceptedCount) }))
    .where('id', '=', importId)
    .execute()
}

export const SAVE_TASK: RowsTask = {
  state: 'saving',
  left: IS_UNSAVED,
  run: saveChunk,
  handleFaultyRow: markRowAsRefused,
  async finish(tx, { id }) {
    const amounts = await sumAmounts(tx, id)
    // The PDFs are counted at the end of the save, because the cleaning job later deletes PDFs that no row
    // names.
    const { files: pdfs, bytes: pdf_bytes, missing, extra } = await countImportRows(tx, id)
    await deleteUnappliedMoves(tx, id)
    const counts = { pdfs, pdf_bytes, missing_pdfs: missing, extra_pdfs: extra }
    return { state: 'done', done_at: CLOCK, ...amounts, ...counts }
  },
}

async function deleteUnappliedMoves(tx: Tx, importId: number): Promise<void> {
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
