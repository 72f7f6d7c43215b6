import { sql } from 'kysely'
import type { AdminActor } from '#platform/actor.ts'
import { createInvalidInputError, PortalError } from '#platform/errors.ts'
import type { ParsedFiles } from '#platform/files/parsing/parse-files.ts'
import { toDisplayName } from '#platform/files/store/file-key.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { normalizePdfName } from '@tahanan/contract/billing/statement-import.ts'
import { ACCEPTED_VERDICTS, selectRowsWithPdf } from './comparison-columns.ts'
import { requireImport } from './policy.ts'
import type { parse } from './reading/parse-list.ts'
import { findImport } from './repository.ts'
import type { SaveOptions } from './saving/begin-save.ts'
import { saveImport } from './saving/save-import.ts'
import { createImport, stageRows } from './stage-rows.ts'
import { saveFileNames } from './store-pdfs.ts'

type ParsedList = ParsedFiles<typeof parse>

/**
 * Saves a list of rows as an import. If an import of the same name is being saved, waits for it; a repeated
 * list returns the saved import. Throws 400 if the dates of the list are ambiguous.
 */
export async function saveList(
  services: PlatformContext,
  actor: AdminActor,
  uniqId: string,
  { result: { list }, rows }: ParsedList,
  saveOptions: SaveOptions,
): Promise<void> {
  if (!list) return
  const contentSha = Buffer.from(list.contentSha, 'hex')
  const storedImport = await findImport(services.db, uniqId)
  if (storedImport?.state === 'saving') {
    await saveImport(services, storedImport.id, actor.id)
    if (storedImport.contentSha?.equals(contentSha)) return
  }
  if (list.examples) throw createAmbiguousDatesError(list.examples)
  const id = await runInTransaction(services, async (tx) => {
    const row = { uniq_id: uniqId, admin_id: actor.id, date_order: list.order, content_sha: contentSha }
    const importId = await createImport(tx, row)
    await stageRows(tx, importId, rows, services.config.communityTimeZone)
    return importId
  })
  await attachUploads(services, actor, id)
  await saveImport(services, id, actor.id, saveOptions)
}

/** Saves a prepared import. Throws 404 if it was abandoned and 409 if it was undone. */
export async function savePreparedImport(
  services: PlatformContext,
  actor: AdminActor,
  uniqId: string,
  saveOptions: SaveOptions,
): Promise<void> {
  const { id, state } = await requireImport(services.db, uniqId)
  if (state === 'abandoned') throw new PortalError('notFound')
  if (state === 'undoing' || state === 'undone') throw new PortalError('alreadyDone')
  await saveImport(services, id, actor.id, saveOptions)
}

function createAmbiguousDatesError(examples: readonly string[]): PortalError {
  return createInvalidInputError({
    dateOrder: [
      `Does the day or the month come first? (${examples.join(', ')}) Please send dateOrder DMY or MDY.`,
    ],
  })
}

const ROWS_PER_QUERY = 200

/**
 * Attaches PDFs to the import by their file names: the PDFs that this administrator uploaded one by one
 * through `POST /file`.
 */
async function attachUploads({ db }: PlatformContext, actor: AdminActor, importId: number): Promise<void> {
  const wantedPdfs = await selectRowsWithPdf(db, importId)
    .select(sql<string>`r.pdf`.as('pdf'))
    .where('r.pdf', 'is not', null)
    .where('r.verdict', 'in', ACCEPTED_VERDICTS)
    .where('f.file_key', 'is', null)
    .execute()
  if (wantedPdfs.length === 0) return
  const names = listUnambiguousNames(wantedPdfs.map(({ pdf }) => pdf))
  const uploads = await db
    .selectFrom('files')
    .select(['key', 'name', 'bytes', 'sha256'])
    .where('folder', '=', 'soa/pdf')
    .where('owner_id', 'is', null)
    .where('sha256', 'is not', null)
    .$narrowType<{ sha256: Buffer }>()
    .where('uploader_area', '=', 'admin')
    .where('uploader_id', '=', actor.id)
    .orderBy('created_at')
    .orderBy('key')
    .execute()
  const uploadsByName = new Map(
    uploads.flatMap((upload) => {
      const name = normalizePdfName(upload.name)
      return names.has(name) ? [[name, upload] as const] : []
    }),
  )
  const entries = [...uploadsByName]
  for (let start = 0; start < entries.length; start += ROWS_PER_QUERY) {
    const pdfs = entries
      .slice(start, start + ROWS_PER_QUERY)
      .map(([name, { name: originalName, ...upload }]) => ({ ...upload, name, originalName }))
    await db.transaction().execute((tx) => saveFileNames(tx, importId, pdfs))
  }
}

/**
 * Returns the names that are still unique after `POST /file` has sanitized and shortened them. A name that is
 * no longer unique could match another tenant's PDF.
 */
function listUnambiguousNames(names: readonly string[]): ReadonlySet<string> {
  const namesByStoredName = Map.groupBy(names, (name) => toDisplayName(`${name}.pdf`, 'pdf'))
  return new Set([...namesByStoredName.values()].flatMap((group) => (group.length === 1 ? group : [])))
}
