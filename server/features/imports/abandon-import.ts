import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { createNotFoundError, PortalError } from '#platform/errors.ts'
import { releaseFiles } from '#platform/files/claim-files.ts'
import { requireImport } from './policy.ts'

/** Days after which an unsaved import is abandoned and its personal data deleted (rules 7.20). */
const MAX_UNSAVED_DAYS = 7

/**
 * Abandons a prepared import: deletes its rows and releases its files. Throws 404, or 409 once saving began.
 */
export async function abandonImport(tx: Tx, uniqId: string): Promise<void> {
  const { id, state } = await requireImport(tx, uniqId)
  if (state === 'abandoned') throw createNotFoundError()
  if (!(await discardPreparedImport(tx, id))) throw new PortalError('alreadyDone')
}

export async function abandonOldImports({ db }: { db: Db }): Promise<void> {
  const oldImports = await db
    .selectFrom('statement_imports')
    .select('id')
    .where('state', '=', 'prepared')
    .where('updated_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${MAX_UNSAVED_DAYS})`)
    .execute()
  for (const { id } of oldImports) await db.transaction().execute((tx) => discardPreparedImport(tx, id))
}

export function lockImport(tx: Tx, id: number) {
  return tx
    .selectFrom('statement_imports')
    .select(['state', 'soa_file', 'web_client_file'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function discardPreparedImport(tx: Tx, id: number): Promise<boolean> {
  const row = await lockImport(tx, id)
  if (row?.state !== 'prepared') return false
  await tx
    .updateTable('statement_imports')
    .set({ state: 'abandoned', soa_file: null, web_client_file: null, updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('statement_import_rows').where('import_id', '=', id).execute()
  await tx.deleteFrom('statement_import_moves').where('import_id', '=', id).execute()
  await tx.deleteFrom('statement_import_files').where('import_id', '=', id).execute()
  const keys = [row.soa_file, row.web_client_file].filter((key) => key !== null)
  await releaseFiles(tx, { kind: 'statementImport', id }, keys)
  return true
}
