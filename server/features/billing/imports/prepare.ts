import type { AdminActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { invalidInput } from '../../../platform/errors.ts'
import { parseKey } from '../../../platform/files/store/keys.ts'
import { moveFiles } from '../../../platform/files/ownership.ts'
import { change, type Services } from '../../../platform/services.ts'
import { readFiles, UnreadableField, type ReadFiles } from './reading/read-files.ts'
import { findImport } from './repository.ts'
import { openImport, stageRows, type ImportFiles } from './stage.ts'

const FIELDS = ['soaFile', 'webClientFile'] as const

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
  const { files, config } = services
  const before = await findImport(services.db, given.uniqId)
  const openId = before?.state === 'prepared' ? before.id : null
  await requireUploads(services, actor, given, openId)
  const open = (key: string | null) => (key === null ? null : () => files.read(key))
  return readFiles(
    { soaFile: open(given.soaFile), webClientFile: open(given.webClientFile) },
    { timeZone: config.communityTimeZone, dateOrder: given.dateOrder },
  )
    .then(async (read) => {
      if (read.examples) return read
      await change(services, (tx) => stage(tx, actor, given, read))
      return null
    })
    .catch((error: unknown) => {
      throw error instanceof UnreadableField ? invalidInput({ [error.field]: [error.message] }) : error
    })
}

async function stage(
  tx: Tx,
  actor: AdminActor,
  given: ImportFiles,
  { batches, order }: Exclude<ReadFiles, { readonly examples: readonly string[] }>,
): Promise<void> {
  const before = await findImport(tx, given.uniqId)
  const id = await openImport(tx, { ...given, adminId: actor.id, dateOrder: order, contentSha: null })
  const old = before?.id === id ? before : null
  await moveFiles(
    tx,
    actor,
    { kind: 'statementImport', id },
    { soaFile: [old?.soaFile ?? null], webClientFile: [old?.webClientFile ?? null] },
    { soaFile: [given.soaFile], webClientFile: [given.webClientFile] },
  )
  await stageRows(tx, id, batches)
}

/** Files must lie in `soa/csv` and have been uploaded by this administrator, or stand on this import already (rules 6.7). */
async function requireUploads(
  { db }: Services,
  actor: AdminActor,
  given: ImportFiles,
  openId: number | null,
): Promise<void> {
  if (given.soaFile === null && given.webClientFile === null)
    throw invalidInput({ webClientFile: ['Please choose the web-client file.'] })
  const keys = FIELDS.flatMap((field) => given[field] ?? [])
  const rows = await db
    .selectFrom('files')
    .select('key')
    .where('key', 'in', keys)
    .where('folder', '=', 'soa/csv')
    .where((eb) =>
      eb.or([
        eb('owner_id', 'is', null).and('uploader_area', '=', 'admin').and('uploader_id', '=', actor.id),
        eb('owner_kind', '=', 'statementImport').and('owner_id', '=', openId),
      ]),
    )
    .execute()
  const there = new Set(rows.map(({ key }) => key))
  const missing = FIELDS.filter((field) => {
    const key = given[field]
    return key !== null && !(parseKey(key) && there.has(key))
  })
  if (missing.length > 0)
    throw invalidInput(
      Object.fromEntries(missing.map((field) => [field, ['This file was not uploaded here.']])),
    )
}
