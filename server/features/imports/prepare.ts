import type { AdminActor } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { invalidInput } from '#platform/errors.ts'
import { moveFiles } from '#platform/files/ownership.ts'
import { parseFiles } from '#platform/files/parsing/parse-files.ts'
import { change, type Services } from '#platform/services.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import type { MergedRow } from './reading/merged-rows.ts'
import type { parse } from './reading/parse-import.ts'
import { findImport } from './repository.ts'
import { openImport, stageRows } from './stage-rows.ts'

const PARSER = new URL('./reading/parse-import.ts', import.meta.url)
const FIELDS = ['soaFile', 'webClientFile'] as const

/** The two files of an import: keys of this administrator's uploads to `soa/csv`, and their original names. */
interface ImportFiles {
  readonly uniqId: string
  readonly soaFile: string | null
  readonly soaFileName: string
  readonly webClientFile: string | null
  readonly webClientFileName: string
  readonly dateOrder?: DateOrder | undefined
}

/**
 * Reads both files, stages their rows and compares them with the tenants; nothing of a tenant changes. The same name again
 * begins an import anew, as long as it is not being saved. Answers dates to ask about where only a person can say how they
 * are meant; then nothing is kept. Throws 400 with what is wrong with a file as a whole, 409 when it is being saved.
 */
export async function prepareImport(
  services: Services,
  actor: AdminActor,
  given: ImportFiles,
): Promise<{ readonly examples: readonly string[] } | null> {
  const { db, files, config } = services
  await requireUploads(db, actor, given)
  const open = (key: string | null) => (key === null ? null : () => files.read(key))
  const sources = { soaFile: open(given.soaFile), webClientFile: open(given.webClientFile) }
  const options = { timeZone: config.communityTimeZone, dateOrder: given.dateOrder }
  await using read = await parseFiles<typeof parse>(services, actor, PARSER, sources, options)
  const { rows, result } = read
  if (result.examples) return result
  await change(services, (tx) =>
    stage(tx, actor, given, { rows, order: result.order, timeZone: options.timeZone }),
  )
  return null
}

interface StagedFiles {
  readonly rows: AsyncIterable<MergedRow[]>
  readonly order: DateOrder | null
  readonly timeZone: string
}

async function stage(
  tx: Tx,
  actor: AdminActor,
  { uniqId, ...given }: ImportFiles,
  { rows, order, timeZone }: StagedFiles,
): Promise<void> {
  const before = await findImport(tx, uniqId)
  const id = await openImport(tx, {
    uniq_id: uniqId,
    admin_id: actor.id,
    soa_file: given.soaFile,
    soa_file_name: given.soaFileName,
    web_client_file: given.webClientFile,
    web_client_file_name: given.webClientFileName,
    date_order: order,
    content_sha: null,
  })
  const old = before?.id === id ? before : null
  await moveFiles(
    tx,
    actor,
    { kind: 'statementImport', id },
    { soaFile: [old?.soaFile ?? null], webClientFile: [old?.webClientFile ?? null] },
    { soaFile: [given.soaFile], webClientFile: [given.webClientFile] },
  )
  await stageRows(tx, id, rows, timeZone)
}

/** Files must lie in `soa/csv` and have been uploaded by this administrator, or stand on this import already (rules 6.7). */
async function requireUploads(db: Db, actor: AdminActor, given: ImportFiles): Promise<void> {
  const named = FIELDS.flatMap((field) => (given[field] === null ? [] : [{ field, key: given[field] }]))
  if (named.length === 0) throw invalidInput({ webClientFile: ['Please choose the web-client file.'] })
  const rows = await db
    .selectFrom('files')
    .select('key')
    .where(
      'key',
      'in',
      named.map(({ key }) => key),
    )
    .where('folder', '=', 'soa/csv')
    .where((eb) =>
      eb.or([
        eb('owner_id', 'is', null).and('uploader_area', '=', 'admin').and('uploader_id', '=', actor.id),
        eb('owner_kind', '=', 'statementImport').and('owner_id', 'in', (imports) =>
          imports
            .selectFrom('statement_imports')
            .select('id')
            .where('uniq_id', '=', given.uniqId)
            .where('state', '=', 'prepared'),
        ),
      ]),
    )
    .execute()
  const missing = named.filter(({ key }) => !rows.some((row) => row.key === key))
  if (missing.length > 0)
    throw invalidInput(
      Object.fromEntries(missing.map(({ field }) => [field, ['This file was not uploaded here.']])),
    )
}
