import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { fsyncPath } from '#platform/fsync-path.ts'

/**
 * Record of an erasure in a file outside the database, so that the erasure can be repeated after a restore.
 * Contains ids but no names.
 */
export interface ErasureRecord extends ErasedIds {
  readonly id: string
  readonly kind: 'tenant' | 'visitor'
  readonly hash: string
  /** Hash of each record; undefined in lines of versions that wrote only `hash`. */
  readonly recordHashes?: readonly string[]
  readonly at: string
}

export interface ErasedIds {
  readonly tenantId: number | null
  readonly ticketIds: readonly number[]
  readonly walkInIds: readonly number[]
  readonly gateEventIds: readonly number[]
}

const toPath = (dataDir: string): string => join(dataDir, 'erasures.jsonl')

/**
 * Appends an erasure to the file in `dataDir`. Resolves when the record is safely on disk. The record begins a
 * line of its own, because a crash or a full disk may have cut the line before.
 */
export async function appendErasure(dataDir: string, record: ErasureRecord): Promise<void> {
  await using file = await open(toPath(dataDir), 'a', 0o600)
  await file.appendFile(`\n${JSON.stringify(record)}\n`)
  await file.sync()
  await fsyncPath(dataDir)
}

/**
 * Loads the recorded erasures without duplicates; undefined if there is no file. Skips empty lines and lines
 * that are incomplete because of a crash or a full disk.
 */
export async function loadErasures(dataDir: string): Promise<ErasureRecord[] | undefined> {
  const text = await readFile(toPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const records = new Map<string, ErasureRecord>()
  for (const line of text.split('\n')) {
    const record = parseLine(line)
    if (record) records.set(record.id, record)
  }
  return [...records.values()]
}

function parseLine(line: string): ErasureRecord | undefined {
  try {
    // Lines of older versions have no gate entries.
    return { gateEventIds: [], ...(JSON.parse(line) as Omit<ErasureRecord, 'gateEventIds'>) }
  } catch {
    return undefined
  }
}

/**
 * Hashes the ids and creation times of records, all together. After a restore the same id may belong to another
 * person; then the hash differs.
 */
export const hashRecords = async (db: DbOrTx, ids: ErasedIds): Promise<string> =>
  hashText((await listRecords(db, ids)).map(({ text }) => text).join('\n'))

/**
 * Returns one hash per record, so that an erasure can be repeated although a backup has only some of its
 * records.
 */
export const hashEachRecord = async (db: DbOrTx, ids: ErasedIds): Promise<string[]> =>
  (await listRecords(db, ids)).map(({ text }) => hashText(text))

/**
 * Finds the records of an erasure that are in a restored database; undefined if there are none. Leaves out
 * records that are newer than the backup, and ids that now belong to other people.
 */
export async function findRestoredRecords(
  db: DbOrTx,
  record: ErasedIds & Pick<ErasureRecord, 'hash' | 'recordHashes'>,
): Promise<ErasedIds | undefined> {
  const { hash, recordHashes } = record
  if (!recordHashes) return (await hashRecords(db, record)) === hash ? record : undefined
  const restoredRecords = (await listRecords(db, record)).filter(({ text }) =>
    recordHashes.includes(hashText(text)),
  )
  if (restoredRecords.length === 0) return undefined
  const listIds = (table: string) => restoredRecords.flatMap((row) => (row.table === table ? row.id : []))
  return {
    tenantId: listIds('tenants')[0] ?? null,
    ticketIds: listIds('tickets'),
    walkInIds: listIds('walk_ins'),
    gateEventIds: listIds('gate_events'),
  }
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

async function listRecords(db: DbOrTx, { tenantId, ticketIds, walkInIds, gateEventIds }: ErasedIds) {
  const { rows } = await sql<{ table: string; id: number; text: string }>`
    select "table", id, noun || ' ' || id || ' ' || extract(epoch from created_at) as text from (
      select 'tenants' as "table", 'tenant' as noun, id, created_at from tenants where id = ${tenantId}
      union all select 'tickets', 'ticket', id, created_at from tickets where id = any(${ticketIds}::bigint[])
      union all select 'walk_ins', 'walk-in', id, created_at from walk_ins
        where id = any(${walkInIds}::bigint[])
      union all select 'gate_events', 'gate entry', id, created_at from gate_events
        where id = any(${gateEventIds}::bigint[])
    ) as records order by text`.execute(db)
  return rows
}
