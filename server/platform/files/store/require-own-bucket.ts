import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { Bucket } from './bucket.ts'
import { findKeys } from './file-key.ts'

/** The message is shown to the operator. */
export class ForeignBucketError extends Error {}

const MAX_COMPARED_KEYS = 1000

/**
 * Throws ForeignBucketError if the bucket belongs to another database. A bucket without an owner object is
 * claimed for this database, unless this database knows none of its files. Those files belong to another
 * database, and the cleaner would delete them. A restore skips this last check, because it stores the files
 * before it fills the database.
 */
export async function requireOwnBucket(
  bucket: Bucket,
  db: Db,
  { isRestore = false }: { isRestore?: boolean } = {},
): Promise<void> {
  const databaseId = await identifyDatabase(db)
  let owner = await bucket.readOwner()
  if (owner === null) {
    if (!isRestore && (await hasOnlyUnknownFiles(bucket, db)))
      throw new ForeignBucketError(describeForeignBucket(bucket, 'has files that are not in this database'))
    await bucket.writeOwner(databaseId, 'if absent')
    // Reads the owner object again, because another portal may have written it at the same time.
    owner = await bucket.readOwner()
  }
  if (owner !== databaseId)
    throw new ForeignBucketError(describeForeignBucket(bucket, `belongs to another database (${owner})`))
}

/** Makes this database the owner of the bucket. The portals of the previous owner must have been stopped. */
export async function claimBucket(bucket: Bucket, db: Db): Promise<void> {
  await bucket.writeOwner(await identifyDatabase(db), 'always')
}

/**
 * Returns an identifier that differs for each copy of the database. It consists of the identifier of the
 * PostgreSQL cluster, which no dump or backup contains, and the database's number in that cluster.
 */
async function identifyDatabase(db: Db): Promise<string> {
  const { rows } = await sql<{ identifier: string }>`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identifier
    from pg_control_system()`.execute(db)
  return rows[0]?.identifier ?? ''
}

async function hasOnlyUnknownFiles(bucket: Bucket, db: Db): Promise<boolean> {
  const keys: string[] = []
  for await (const path of bucket.listPaths()) {
    keys.push(...findKeys(path))
    if (keys.length >= MAX_COMPARED_KEYS) break
  }
  if (keys.length === 0) return false
  const knownRows = await db.selectFrom('files').select('key').where('key', 'in', keys).limit(1).execute()
  return knownRows.length === 0
}

const describeForeignBucket = (bucket: Bucket, reason: string): string =>
  `${bucket.name} ${reason}. Two portals on one bucket would remove each other's files.\n` +
  'Set S3_BUCKET to an empty bucket, or S3_PREFIX to a folder of its own in this one. If the other portal has ended for\n' +
  'good, and its files belong to this database: npm run take-bucket'
