import { createHash } from 'node:crypto'
import { pdfName, type DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/actor.ts'
import { invalidInput } from '../../../platform/errors.ts'
import { change, type Services } from '../../../platform/services.ts'
import { nameFiles } from './keep-pdfs.ts'
import { GOES_IN, rowsWithPdf } from './compare.ts'
import { readList } from './reading/read-list.ts'
import { findImport } from './repository.ts'
import { inSlices } from './reading/slices.ts'
import { saveImport } from './saving/run-imports.ts'
import type { SaveOptions } from './saving/save.ts'
import { openImport, stageRows } from './stage.ts'

/** `pdfFiles` of `PUT /tenant-soa-info`: rows that the caller merged. */
interface ImportList {
  readonly uniqId: string
  readonly pdfFiles: readonly unknown[]
  readonly dateOrder?: DateOrder | undefined
}

/**
 * Saves a list, once an import of this name that is being saved is done; the same list again is that import. Throws 400 where only a
 * person can say how its dates are meant.
 */
export async function saveList(
  services: Services,
  actor: AdminActor,
  list: ImportList,
  confirmed: SaveOptions,
): Promise<void> {
  const contentSha = await shaOfList(list.pdfFiles)
  const before = await findImport(services.db, list.uniqId)
  if (before?.state === 'saving') {
    await saveImport(services, before.id)
    if (before.contentSha?.equals(contentSha)) return
  }
  await saveImport(services, await stageList(services, actor, list, contentSha), confirmed)
}

async function shaOfList(list: readonly unknown[]): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const slice of inSlices(list)) hash.update(`${JSON.stringify(slice)}\n`)
  return hash.digest()
}

/** Stages a list with the PDFs that this administrator uploaded to `soa/pdf` for its attachments. Answers the import's id. */
async function stageList(
  services: Services,
  actor: AdminActor,
  { uniqId, pdfFiles, dateOrder }: ImportList,
  contentSha: Buffer,
): Promise<number> {
  const read = await readList(pdfFiles, { timeZone: services.config.communityTimeZone, dateOrder })
  if (read.examples) {
    const examples = read.examples.join(', ')
    throw invalidInput({
      dateOrder: [`Does the day or the month come first? (${examples}) Please send dateOrder DMY or MDY.`],
    })
  }
  const id = await change(services, async (tx) => {
    const importId = await openImport(tx, {
      uniq_id: uniqId,
      admin_id: actor.id,
      date_order: read.order,
      content_sha: contentSha,
    })
    await stageRows(tx, importId, read.batches)
    return importId
  })
  await adoptUploads(services, actor, id)
  return id
}

const BATCH = 200

/** Takes the PDFs that this administrator uploaded one by one through `POST /file`, each by the name that it had. */
async function adoptUploads({ db }: Services, actor: AdminActor, importId: number): Promise<void> {
  const wanted = await rowsWithPdf(db, importId)
    .select(sql<string>`r.pdf`.as('pdf'))
    .where('r.pdf', 'is not', null)
    .where('r.verdict', 'in', GOES_IN)
    .where('f.file_key', 'is', null)
    .execute()
  if (wanted.length === 0) return
  const names = new Set(wanted.map(({ pdf }) => pdf))
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
  // the last of several with one name
  const found = new Map(
    uploads.flatMap((upload) => {
      const name = pdfName(upload.name)
      return names.has(name) ? [[name, upload] as const] : []
    }),
  )
  const entries = [...found]
  for (let from = 0; from < entries.length; from += BATCH) {
    const pdfs = entries
      .slice(from, from + BATCH)
      .map(([name, { name: originalName, ...upload }]) => ({ ...upload, name, originalName }))
    await db.transaction().execute((tx) => nameFiles(tx, importId, pdfs))
  }
}
