import type { AdminActor } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { moveFiles } from '#platform/files/claim-files.ts'
import { parseFiles } from '#platform/files/parsing/parse-files.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import type { MergedRow } from './reading/merged-row.ts'
import type { parse } from './reading/parse-import.ts'
import { findImport } from './repository.ts'
import { createImport, stageRows } from './stage-rows.ts'

const PARSER_URL = new URL('./reading/parse-import.ts', import.meta.url)
const UPLOAD_FIELDS = ['soaFile', 'webClientFile'] as const

interface ImportFiles {
  readonly uniqId: string
  readonly soaFile: string | null
  readonly soaFileName: string
  readonly webClientFile: string | null
  readonly webClientFileName: string
  readonly dateOrder?: DateOrder | undefined
}

/**
 * Parses both files, stores their rows as a prepared import and compares them with the tenants. Changes no
 * tenant. A prepared import with the same `uniqId` is restarted. If day and month are ambiguous, stores
 * nothing and returns example dates. Throws 400 if a file is invalid as a whole, and 409 while the import is
 * being saved.
 */
export async function prepareImport(
  services: PlatformContext,
  actor: AdminActor,
  upload: ImportFiles,
): Promise<{ readonly examples: readonly string[] } | null> {
  const { db, files, config } = services
  await requireUploads(db, actor, upload)
  const createFileOpener = (key: string | null) => (key === null ? null : () => files.read(key))
  const fileOpeners = {
    soaFile: createFileOpener(upload.soaFile),
    webClientFile: createFileOpener(upload.webClientFile),
  }
  const options = { timeZone: config.communityTimeZone, dateOrder: upload.dateOrder }
  await using parsedFiles = await parseFiles<typeof parse>(services, actor, PARSER_URL, fileOpeners, options)
  const { rows, result } = parsedFiles
  if (result.examples) return result
  await runInTransaction(services, (tx) =>
    stageImport(tx, actor, upload, { rows, order: result.order, timeZone: options.timeZone }),
  )
  return null
}

interface StagedFiles {
  readonly rows: AsyncIterable<MergedRow[]>
  readonly order: DateOrder | null
  readonly timeZone: string
}

async function stageImport(
  tx: Tx,
  actor: AdminActor,
  { uniqId, ...upload }: ImportFiles,
  { rows, order, timeZone }: StagedFiles,
): Promise<void> {
  const storedImport = await findImport(tx, uniqId)
  const id = await createImport(tx, {
    uniq_id: uniqId,
    admin_id: actor.id,
    soa_file: upload.soaFile,
    soa_file_name: upload.soaFileName,
    web_client_file: upload.webClientFile,
    web_client_file_name: upload.webClientFileName,
    date_order: order,
    content_sha: null,
  })
  const earlierImport = storedImport?.id === id ? storedImport : null
  await moveFiles(
    tx,
    actor,
    { kind: 'statementImport', id },
    { soaFile: [earlierImport?.soaFile ?? null], webClientFile: [earlierImport?.webClientFile ?? null] },
    { soaFile: [upload.soaFile], webClientFile: [upload.webClientFile] },
  )
  await stageRows(tx, id, rows, timeZone)
}

/**
 * Throws if a file of the import neither belongs to this import already, nor was uploaded to `soa/csv` by
 * this administrator (rules 6.7).
 */
async function requireUploads(db: Db, actor: AdminActor, upload: ImportFiles): Promise<void> {
  const chosenFiles = UPLOAD_FIELDS.flatMap((field) =>
    upload[field] === null ? [] : [{ field, key: upload[field] }],
  )
  if (chosenFiles.length === 0)
    throw createInvalidInputError({ webClientFile: ['Please choose the web-client file.'] })
  const fileRows = await db
    .selectFrom('files')
    .select('key')
    .where(
      'key',
      'in',
      chosenFiles.map(({ key }) => key),
    )
    .where('folder', '=', 'soa/csv')
    .where((eb) =>
      eb.or([
        eb('owner_id', 'is', null).and('uploader_area', '=', 'admin').and('uploader_id', '=', actor.id),
        eb('owner_kind', '=', 'statementImport').and('owner_id', 'in', (imports) =>
          imports
            .selectFrom('statement_imports')
            .select('id')
            .where('uniq_id', '=', upload.uniqId)
            .where('state', '=', 'prepared'),
        ),
      ]),
    )
    .execute()
  const missingFiles = chosenFiles.filter(({ key }) => !fileRows.some((row) => row.key === key))
  if (missingFiles.length > 0)
    throw createInvalidInputError(
      Object.fromEntries(missingFiles.map(({ field }) => [field, ['This file was not uploaded here.']])),
    )
}
