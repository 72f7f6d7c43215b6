import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/client.ts'
import { CLOCK } from '../../../../platform/db/clock.ts'
import { countImport, sumAmounts } from '../repository.ts'
import type { RowsTask } from './run-rows.ts'
import { refuseRow, saveChunk } from './save-chunk.ts'
import { UNSAVED } from './settle.ts'

export interface SaveOptions {
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

/** Saves the rows of an import. */
export const SAVING: RowsTask = {
  state: 'saving',
  left: UNSAVED,
  run: saveChunk,
  refuse: refuseRow,
  async finish(tx, { id }) {
    const amounts = await sumAmounts(tx, id)
    // PDFs are counted now, since those that no row names are removed a day later.
    const { files: pdfs, bytes: pdf_bytes, missing, extra } = await countImport(tx, id)
    await forgetUnapplied(tx, id)
    const counts = { pdfs, pdf_bytes, missing_pdfs: missing, extra_pdfs: extra }
    return { state: 'done', done_at: CLOCK, ...amounts, ...counts }
  },
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
