import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { Bucket } from './bucket.ts'
import { findKeys } from './file-key.ts'

/** The message is for the operator. */
export class ForeignBucketError extends Error {}

const COMPARED = 1000

/**
 * Claims a bucket without a marker for this database. Throws ForeignBucketError if the marker names another
 * database, or if there is no marker and this database knows none of the files in the bucket, which the
 * cleaner would delete. A restore fills the database after the bucket, so it may not know them yet.
 */
export async function requireOwnBucket(
  bucket: Bucket,
  db: Db,
  { isRestore = false }: { isRestore?: boolean } = {},
): Promise<void> {
  const own = await identifyDatabase(db)
  let owner = await bucket.readOwner()
  if (owner === null) {
    if (!isRestore && (await hasOnlyUnknownFiles(bucket, db)))
      throw new ForeignBucketError(describeForeign(bucket, 'has files that are not in this database'))
    await bucket.writeOwner(own, 'if absent')
    // Another portal may have claimed it at the same time.
    owner = await bucket.readOwner()
  }
  if (owner !== own)
    throw new ForeignBucketError(describeForeign(bucket, `belongs to another database (${owner})`))
}

/** The portals of the former owner must have ended. */
export async function claimBucket(bucket: Bucket, db: Db): Promise<void> {
  await bucket.writeOwner(await identifyDatabase(db), 'always')
}

/**
 * Returns an identifier that no copy of the database shares: the identifier of its PostgreSQL cluster, which
 * is not part of a dump or a backup, and its number in it.
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
    if (keys.length >= COMPARED) break
  }
  if (keys.length === 0) return false
  const known = await db.selectFrom('files').select('key').where('key', 'in', keys).limit(1).execute()
  return known.length === 0
}

const describeForeign = (bucket: Bucket, reason: string): string =>
  `${bucket.name} ${reason}. Two portals on one bucket would remove each other's files.\n` +
  'Set S3_BUCKET to an empty bucket, or S3_PREFIX to a folder of its own in this one. If the other portal has ended for\n' +
  'good, and its files belong to this database: npm run take-bucket'
