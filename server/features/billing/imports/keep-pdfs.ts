import { planned, prepared } from '../../../platform/db/client.ts'
import type { Db, Tx } from '../../../platform/db/client.ts'
import { isDatabaseUnavailable } from '../../../platform/db/failures.ts'
import { PortalError } from '../../../platform/errors.ts'
import type { FileStore } from '../../../platform/files/store/store.ts'
import { removePdfs, storePdfs } from './receive-pdfs.ts'
import type { ReceivedPdf, StoredPdf } from './receive-pdfs.ts'

// Finds a PDF that the import has under this name already, or that is the PDF of the tenant's present statement.
const KNOWN = `
  select n.name, k.key from unnest($2::text[], $3::text[]) as n(name, sha)
  cross join lateral (
    select f.file_key as key from statement_import_files f
    where f.import_id = $1 and f.name = n.name and f.sha256 = decode(n.sha, 'hex')
    union all
    select 'soa/pdf/' || t.soa_name from statement_import_rows r join tenants t on t.id = r.tenant_id
    join lateral (select s.sha256 from statements s where s.tenant_id = t.id order by s.id desc limit 1) as present on true
    where r.import_id = $1 and r.pdf = n.name and r.verdict <> 'refused' and present.sha256 = decode(n.sha, 'hex')
  ) as same join files k on k.key = same.key
  order by n.name`

const INSERT_FILES = `
  insert into files (key, folder, name, mime, bytes, uploader_area, uploader_id)
  select p.key, 'soa/pdf', p.name, 'application/pdf', p.bytes, 'admin', $4
  from unnest($1::text[], $2::text[], $3::bigint[]) as p(key, name, bytes)`

// In the order of the names: two calls with the same names would otherwise wait for each other.
const INSERT_NAMES = `
  insert into statement_import_files (import_id, name, original_name, file_key, sha256, bytes)
  select $1, p.name, p.original_name, p.file_key, decode(p.sha, 'hex'), p.bytes
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[]) as p(name, original_name, file_key, sha, bytes)
  order by p.name
  on conflict (import_id, name) do update set original_name = excluded.original_name, file_key = excluded.file_key,
    sha256 = excluded.sha256, bytes = excluded.bytes`

/**
 * Stores PDFs for a prepared import: content that is there already is not stored a second time. They belong to nothing until
 * the import is saved, so those that no row names are removed a day later. Throws 409 when the import is no longer prepared;
 * then, and after every refusal, nothing is left.
 */
export async function keepPdfs(
  db: Db,
  store: FileStore,
  { importId, adminId }: { importId: number; adminId: number },
  pdfs: readonly ReceivedPdf[],
): Promise<void> {
  if (pdfs.length === 0) return
  const known = await findKnown(db, importId, pdfs)
  const stored = await storePdfs(
    store,
    pdfs.filter(({ name }) => !known.has(name)),
  )
  const all: StoredPdf[] = [
    ...stored,
    ...pdfs.flatMap((pdf) => {
      const key = known.get(pdf.name)
      return key === undefined ? [] : [{ ...pdf, key }]
    }),
  ]
  try {
    await db.transaction().execute(async (tx) => {
      await requirePrepared(tx, importId)
      await planned(tx, INSERT_FILES, [
        stored.map(({ key }) => key),
        stored.map(({ originalName }) => originalName),
        stored.map(({ bytes }) => bytes),
        adminId,
      ])
      await nameFiles(tx, importId, all)
    })
  } catch (error) {
    // Where only the answer to the commit was lost the rows are there, and need their files; if not, the cleaner finds these.
    if (!isDatabaseUnavailable(error)) await removePdfs(store, stored)
    throw error
  }
}

/** Saves the name under which each file came. */
export async function nameFiles(tx: Tx, importId: number, pdfs: readonly StoredPdf[]): Promise<void> {
  await planned(tx, INSERT_NAMES, [
    importId,
    pdfs.map(({ name }) => name),
    pdfs.map(({ originalName }) => originalName),
    pdfs.map(({ key }) => key),
    pdfs.map(({ sha256 }) => sha256.toString('hex')),
    pdfs.map(({ bytes }) => bytes),
  ])
}

async function findKnown(
  db: Db,
  importId: number,
  pdfs: readonly ReceivedPdf[],
): Promise<Map<string, string>> {
  const rows = await planned<{ name: string; key: string }>(db, KNOWN, [
    importId,
    pdfs.map(({ name }) => name),
    pdfs.map(({ sha256 }) => sha256.toString('hex')),
  ])
  return new Map(rows.map(({ name, key }) => [name, key]))
}

/** The save waits for whoever holds this, and whoever asks for it after the save began is refused. */
async function requirePrepared(tx: Tx, importId: number): Promise<void> {
  const [row] = await prepared<{ state: string }>(
    tx,
    'imports.pdfs.state',
    'select state from statement_imports where id = $1 for share',
    [importId],
  )
  if (row?.state !== 'prepared') throw new PortalError('alreadyDone')
}
