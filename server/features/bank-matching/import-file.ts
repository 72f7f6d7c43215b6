import { sql } from 'kysely'
import type { AdminActor } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { invalidInput, PortalError } from '#platform/errors.ts'
import { parseFiles, type Parsed } from '#platform/files/parsing/parse-files.ts'
import { change, type Services } from '#platform/services.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { joinPairs } from './changes.ts'
import { findSurePairs, saveLikelyPairs, normalizeReference, listOpenLines } from './find-sure-pairs.ts'
import { findFormat } from './formats.ts'
import type { HashedLine, parse } from './reading/parse-bank-file.ts'

// Key of the advisory lock that makes imports and matching runs wait for each other.
const LOCK = 7_201_534
const CHUNK = 2000
const PARSER = new URL('./reading/parse-bank-file.ts', import.meta.url)

/**
 * Imports an uploaded bank file: stores each line that is not stored yet (rules 21.3), and returns the
 * import's id. Stores nothing if the file is unreadable (400) or has no new lines (409). Does not match the
 * lines; call `matchLines` afterwards.
 */
export async function importFile(
  services: Services,
  actor: AdminActor,
  { file, fileName, formatId }: { file: string; fileName: string; formatId?: number | null },
): Promise<number> {
  const { db, files } = services
  await requireUpload(db, actor, file)
  const format = formatId ? await findFormat(db, formatId) : null
  const scope = `format ${format?.id ?? 0}`
  const sources = { file: () => files.read(file) }
  await using read = await parseFiles<typeof parse>(services, actor, PARSER, sources, {
    mapping: format,
    scope,
    today: formatDay(new Date(), services.config.communityTimeZone),
  })
  const { accounts } = read.result
  const account = accounts.length > 0 ? accounts.join(', ').slice(0, LIMITS.text) : (format?.name ?? '')
  return await change(services, (tx) => insertImport(tx, actor, read, { name: fileName, account }))
}

async function insertImport(
  tx: Tx,
  actor: AdminActor,
  { result: { refused, debits, leftOut }, rows }: Parsed<typeof parse>,
  { name, account }: { name: string; account: string },
): Promise<number> {
  await lockImports(tx)
  const reasons = JSON.stringify(refused)
  const row = { name, account, lines: 0, known: 0, debits, left_out: leftOut, refused: reasons }
  const made = tx
    .insertInto('bank_imports')
    .values({ ...row, admin_id: actor.id })
    .returning('id')
  const { id } = await made.executeTakeFirstOrThrow()
  let read = 0
  let added = 0
  for await (const lines of rows) {
    read += lines.length
    added += await insertLines(tx, id, lines)
  }
  if (added === 0) throw new PortalError('bankFileKnown')
  const counted = { lines: added, known: read - added }
  await tx.updateTable('bank_imports').set(counted).where('id', '=', id).execute()
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
 * Matches sure pairs of all open lines, and stores suggestions for the others. Works in chunks with one
 * transaction each; after an interruption the next call does the rest. Returns the number of matched lines.
 */
export async function matchLines(services: Services, actor: AdminActor): Promise<number> {
  const timeZone = services.config.communityTimeZone
  const waiting = await listOpenLines(services.db)
  let matched = 0
  for (let from = 0; from < waiting.length; from += CHUNK) {
    const chunk = waiting.slice(from, from + CHUNK)
    const ids = chunk.map(({ id }) => id)
    matched += await change(services, async (tx) => {
      await lockImports(tx)
      const sure = await joinPairs(tx, actor, await findSurePairs(tx, ids, timeZone), { timeZone })
      await saveLikelyPairs(tx, ids, timeZone)
      await countChecked(tx, chunk)
      return sure
    })
  }
  return matched
}

async function countChecked(tx: Tx, chunk: readonly { importId: number }[]): Promise<void> {
  await sql`update bank_imports i set checked = least(lines, checked + n) from (
      select id, count(*) as n
      from unnest(${chunk.map(({ importId }) => importId)}::bigint[]) id group by id) c
    where i.id = c.id and checked < lines`.execute(tx)
}

/** Waits until no import or matching run is active, and makes others wait until this transaction ends. */
export const lockImports = (tx: Tx) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)

/**
 * Throws 400 unless this administrator uploaded the file (rules 6.7). The upload is deleted by the cleaner
 * after a day.
 */
async function requireUpload(db: Db, { id }: AdminActor, key: string): Promise<void> {
  const own = { key, folder: 'bankfiles', uploader_area: 'admin', uploader_id: id } as const
  const upload = db.selectFrom('files').select('key')
  if (!(await upload.where(({ and }) => and(own)).executeTakeFirst()))
    throw invalidInput({ file: ['This file was not uploaded here.'] })
}
