import { sql } from 'kysely'
import type { AdminActor } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { createInvalidInputError, PortalError } from '#platform/errors.ts'
import { parseFiles, type ParsedFiles } from '#platform/files/parsing/parse-files.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { matchAndVerifyPairs } from './changes.ts'
import { findSurePairs, saveLikelyPairs, normalizeReference, listOpenLines } from './find-sure-pairs.ts'
import { findFormat } from './formats.ts'
import type { HashedLine, parse } from './reading/parse-bank-file.ts'

// Key of a PostgreSQL advisory lock. Only one import of a bank file, or one automatic matching, runs at a
// time.
const BANK_IMPORT_LOCK_ID = 7_201_534
const CHUNK_SIZE = 2000
const PARSER_URL = new URL('./reading/parse-bank-file.ts', import.meta.url)

/**
 * Imports an uploaded bank file: stores each line that is not stored yet (rules 21.3), and returns the
 * import's id. Throws 400 for an unreadable file and 409 if no line is new; then it stores nothing. Does not
 * match the lines with payments: call `matchLines` afterwards.
 */
export async function importFile(
  services: PlatformContext,
  actor: AdminActor,
  { file, fileName, formatId }: { file: string; fileName: string; formatId?: number | null },
): Promise<number> {
  const { db, files } = services
  await requireUpload(db, actor, file)
  const format = formatId ? await findFormat(db, formatId) : null
  const scope = `format ${format?.id ?? 0}`
  const sources = { file: () => files.read(file) }
  await using parsedFile = await parseFiles<typeof parse>(services, actor, PARSER_URL, sources, {
    mapping: format,
    scope,
    today: formatDay(new Date(), services.config.communityTimeZone),
  })
  const { accounts } = parsedFile.result
  const account = accounts.length > 0 ? accounts.join(', ').slice(0, LIMITS.text) : (format?.name ?? '')
  return await runInTransaction(services, (tx) =>
    insertImport(tx, actor, parsedFile, { name: fileName, account }),
  )
}

async function insertImport(
  tx: Tx,
  actor: AdminActor,
  { result: { refused, debits, leftOut }, rows }: ParsedFiles<typeof parse>,
  { name, account }: { name: string; account: string },
): Promise<number> {
  await lockImports(tx)
  const reasons = JSON.stringify(refused)
  const row = { name, account, lines: 0, known: 0, debits, left_out: leftOut, refused: reasons }
  const insertQuery = tx
    .insertInto('bank_imports')
    .values({ ...row, admin_id: actor.id })
    .returning('id')
  const { id } = await insertQuery.executeTakeFirstOrThrow()
  let parsedCount = 0
  let addedCount = 0
  for await (const lines of rows) {
    parsedCount += lines.length
    addedCount += await insertLines(tx, id, lines)
  }
  if (addedCount === 0) throw new PortalError('bankFileKnown')
  const lineCounts = { lines: addedCount, known: parsedCount - addedCount }
  await tx.updateTable('bank_imports').set(lineCounts).where('id', '=', id).execute()
  return id
}

async function insertLines(tx: Tx, importId: number, lines: readonly HashedLine[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into bank_lines
      (import_id, account, line, date, amount, fee, reference, reference_key, description, raw, hash)
    select ${importId}, coalesce(account, ''), line, date, amount, fee, reference, ${normalizeReference('reference')}, description, raw,
      decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g(account text, line integer, date date, amount numeric,
      fee numeric, reference text, description text, raw text, hash text)
    order by date, line on conflict (hash) do nothing`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Matches all unmatched bank lines for which only one payment is possible, and stores suggestions for the
 * others. Uses one transaction for each chunk of lines; after an interruption the next call does the rest.
 * Returns the number of matched lines.
 */
export async function matchLines(services: PlatformContext, actor: AdminActor): Promise<number> {
  const timeZone = services.config.communityTimeZone
  const openLines = await listOpenLines(services.db)
  let matchedCount = 0
  for (let chunkStart = 0; chunkStart < openLines.length; chunkStart += CHUNK_SIZE) {
    const chunk = openLines.slice(chunkStart, chunkStart + CHUNK_SIZE)
    const ids = chunk.map(({ id }) => id)
    matchedCount += await runInTransaction(services, async (tx) => {
      await lockImports(tx)
      const matchedPairs = await matchAndVerifyPairs(tx, actor, await findSurePairs(tx, ids, timeZone), {
        timeZone,
      })
      await saveLikelyPairs(tx, ids, timeZone)
      await updateCheckedCounts(tx, chunk)
      return matchedPairs
    })
  }
  return matchedCount
}

async function updateCheckedCounts(tx: Tx, chunk: readonly { importId: number }[]): Promise<void> {
  await sql`update bank_imports i set checked = least(lines, checked + n) from (
      select id, count(*) as n
      from unnest(${chunk.map(({ importId }) => importId)}::bigint[]) id group by id) c
    where i.id = c.id and checked < lines`.execute(tx)
}

/** Takes the lock for imports and automatic matching. It is released at the end of the transaction. */
export const lockImports = (tx: Tx) => sql`select pg_advisory_xact_lock(${BANK_IMPORT_LOCK_ID})`.execute(tx)

/**
 * Throws 400 if the file was not uploaded by this administrator (rules 6.7). A cleaner deletes the upload
 * after a day.
 */
async function requireUpload(db: Db, { id }: AdminActor, key: string): Promise<void> {
  const uploadConditions = { key, folder: 'bankfiles', uploader_area: 'admin', uploader_id: id } as const
  const uploadQuery = db.selectFrom('files').select('key')
  if (!(await uploadQuery.where(({ and }) => and(uploadConditions)).executeTakeFirst()))
    throw createInvalidInputError({ file: ['This file was not uploaded here.'] })
}
