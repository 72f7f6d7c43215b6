import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import { isDatabaseUnavailable } from '#platform/db/is-database-unavailable.ts'
import { PortalError } from '#platform/errors.ts'
import { toStorageFullError } from '#platform/files/receive-upload.ts'
import { createKey, toDisplayName } from '#platform/files/store/file-key.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { CURRENT_STATEMENT } from './comparison-columns.ts'
import { PDF_FOLDER, type ReceivedPdf } from './receive-pdfs.ts'

type StoredPdf = Omit<ReceivedPdf, 'path'> & { readonly key: string }

/**
 * Stores the PDFs of a prepared import. Files with the same content are stored once. After the import is
 * saved, the cleaning job deletes PDFs that no row names. Throws 409 if the import is no longer prepared. If
 * it throws, it deletes the stored files again.
 */
export async function storePdfs(
  db: Db,
  store: FileStore,
  { importId, adminId }: { importId: number; adminId: number },
  pdfs: readonly ReceivedPdf[],
): Promise<void> {
  if (pdfs.length === 0) return
  const knownKeys = await findStoredKeys(db, importId, pdfs)
  const pdfsWithKeys = pdfs.map((pdf) => ({
    ...pdf,
    key: knownKeys.get(pdf.name) ?? createKey(PDF_FOLDER, pdf.name, 'pdf'),
  }))
  const newPdfs = pdfsWithKeys.filter(({ name }) => !knownKeys.has(name))
  await store
    .put(...newPdfs.map(({ key, path }) => ({ key, temporaryPath: path })))
    .catch((error: unknown) => {
      throw toStorageFullError(error)
    })
  try {
    await db.transaction().execute(async (tx) => {
      await requirePreparedImport(tx, importId)
      await insertFiles(tx, adminId, newPdfs)
      await saveFileNames(tx, importId, pdfsWithKeys)
    })
  } catch (error) {
    // If the connection broke, the transaction may have been committed, and its rows need the files. So the
    // files stay. The cleaning job deletes them if they are unused.
    if (!isDatabaseUnavailable(error))
      for (const { key } of newPdfs) await store.remove(key).catch(() => undefined)
    throw error
  }
}

async function insertFiles(tx: Tx, adminId: number, pdfs: readonly StoredPdf[]): Promise<void> {
  if (pdfs.length === 0) return
  await tx
    .insertInto('files')
    .values(
      pdfs.map(({ key, originalName, bytes, sha256 }) => ({
        key,
        folder: PDF_FOLDER,
        name: toDisplayName(originalName, 'pdf'),
        mime: 'application/pdf',
        bytes,
        sha256,
        uploader_area: 'admin' as const,
        uploader_id: adminId,
      })),
    )
    .execute()
}

export async function saveFileNames(tx: Tx, importId: number, pdfs: readonly StoredPdf[]): Promise<void> {
  // Sorted by name, so that two calls with the same names cannot deadlock.
  const sortedPdfs = pdfs.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  await tx
    .insertInto('statement_import_files')
    .values(
      sortedPdfs.map(({ name, originalName, key, sha256, bytes }) => ({
        import_id: importId,
        name,
        original_name: originalName,
        file_key: key,
        sha256,
        bytes,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['import_id', 'name']).doUpdateSet(({ ref }) => ({
        original_name: ref('excluded.original_name'),
        file_key: ref('excluded.file_key'),
        sha256: ref('excluded.sha256'),
        bytes: ref('excluded.bytes'),
      })),
    )
    .execute()
}

async function findStoredKeys(
  db: Db,
  importId: number,
  pdfs: readonly ReceivedPdf[],
): Promise<Map<string, string>> {
  const names = pdfs.map(({ name }) => name)
  const shas = pdfs.map(({ sha256 }) => sha256)
  const receivedPdfs = sql<{ name: string; sha: Buffer }>`unnest(${names}::text[], ${shas}::bytea[])`
  const importPdfKeys = db
    .selectFrom('statement_import_files as f')
    .select('f.file_key as key')
    .where('f.import_id', '=', importId)
    .where('f.name', '=', sql.ref<string>('n.name'))
    .where('f.sha256', '=', sql.ref<Buffer>('n.sha'))
  const statementPdfKeys = db
    .selectFrom('statement_import_rows as r')
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .innerJoinLateral(CURRENT_STATEMENT, (join) => join.onTrue())
    .select(sql<string>`'soa/pdf/' || t.soa_name`.as('key'))
    .where('r.import_id', '=', importId)
    .where('r.pdf', '=', sql.ref<string>('n.name'))
    .where('r.verdict', '<>', 'refused')
    .where('present.sha256', '=', sql.ref<Buffer>('n.sha'))
  const identicalPdfs = await db
    .selectFrom(receivedPdfs.as<'n'>(sql`n(name, sha)`))
    .crossJoinLateral(importPdfKeys.unionAll(statementPdfKeys).as('same'))
    .innerJoin('files as k', 'k.key', 'same.key')
    .select(['n.name', 'k.key'])
    .orderBy('n.name')
    .execute()
  return new Map(identicalPdfs.map(({ name, key }) => [name, key]))
}

/** Locks the import, so that it cannot be saved at the same time. */
async function requirePreparedImport(tx: Tx, importId: number): Promise<void> {
  const row = await tx
    .selectFrom('statement_imports')
    .select('state')
    .where('id', '=', importId)
    .forShare()
    .executeTakeFirst()
  if (row?.state !== 'prepared') throw new PortalError('alreadyDone')
}
