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
export interface ErasureRecord {
  readonly id: string
  readonly kind: 'tenant' | 'visitor'
  readonly tenantId: number | null
  readonly ticketIds: readonly number[]
  readonly walkInIds: readonly number[]
  readonly hash: string
  readonly at: string
}

const toPath = (dataDir: string): string => join(dataDir, 'erasures.jsonl')

/** Appends an erasure to the file in `dataDir`. Resolves when the record is safely on disk. */
export async function appendErasure(dataDir: string, record: ErasureRecord): Promise<void> {
  await using file = await open(toPath(dataDir), 'a', 0o600)
  await file.appendFile(`${JSON.stringify(record)}\n`)
  await file.sync()
  await fsyncPath(dataDir)
}

/**
 * Loads the recorded erasures without duplicates; undefined if there is no file. Skips a line that is
 * incomplete because of a crash.
 */
export async function loadErasures(dataDir: string): Promise<ErasureRecord[] | undefined> {
  const text = await readFile(toPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const records = new Map<string, ErasureRecord>()
  for (const line of text.split('\n')) {
    if (!line.endsWith('}')) continue
    const record = JSON.parse(line) as ErasureRecord
    records.set(record.id, record)
  }
  return [...records.values()]
}

/**
 * Hashes the ids and creation times of records. After a restore the same id may belong to another person;
 * then the hash differs.
 */
export async function hashRecords(
  db: DbOrTx,
  { tenantId, ticketIds, walkInIds }: Pick<ErasureRecord, 'tenantId' | 'ticketIds' | 'walkInIds'>,
): Promise<string> {
  const { rows } = await sql<{ record: string }>`
    select 'tenant ' || id || ' ' || extract(epoch from created_at) as record from tenants where id = ${tenantId}
    union all select 'ticket ' || id || ' ' || extract(epoch from created_at) from tickets
      where id = any(${ticketIds}::bigint[])
    union all select 'walk-in ' || id || ' ' || extract(epoch from created_at) from walk_ins
      where id = any(${walkInIds}::bigint[])
    order by 1`.execute(db)
  return createHash('sha256')
    .update(rows.map(({ record }) => record).join('\n'))
    .digest('hex')
}
