import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { createTemporaryPath } from './receive-upload.ts'
import { findKeys, parseKey } from './store/file-key.ts'
import type { FileStore } from './store/file-store.ts'

/** Age at which a file without an owner is deleted (rules 6.6). */
const UNUSED_AGE_SECONDS = 24 * 60 * 60
/**
 * Age at which an unfinished upload is deleted. No upload takes this long, so its process must have been
 * killed.
 */
const UNFINISHED_AGE_SECONDS = 60 * 60
const BATCH_SIZE = 500
/**
 * Stray files (stored files without a row in the table `files`) are deleted if there are at most `MAX_STRAY_COUNT`,
 * or if they are at most `MAX_STRAY_SHARE` of all files.
 */
const MAX_STRAY_COUNT = 50
const MAX_STRAY_SHARE = 0.05
const MAX_REMOVED_FILES = 10_000

/**
 * Deletes and counts three kinds of files:
 *
 * - `unused`: files with a row, but without a record that owns them;
 * - `stray`: stored files without a row. If they are a large share of all files, none is deleted and they are
 *   counted as `kept`: either they belong to another database, or rows were lost;
 * - `unfinished`: uploads of killed processes.
 *
 * Safe during uploads and claims: new uploads are younger than a day, and a claim and the cleaner lock the
 * same row. Throws ForeignBucketError.
 */
export async function cleanFiles(db: Db, store: FileStore, afterSeconds = UNUSED_AGE_SECONDS) {
  await store.requireOwnership()
  const now = await getEarlierTime(store)
  return {
    unused: await deleteUnusedFiles(db, store, afterSeconds),
    ...(await deleteStrayFiles(db, store, now - afterSeconds * 1000)),
    unfinished: await deleteUnfinishedUploads(store, now - UNFINISHED_AGE_SECONDS * 1000),
  }
}

/**
 * Returns the current time in milliseconds since 1970, from the slower of two clocks: the machine's and the
 * disk's. If the machine's clock were ahead of the disk's, new uploads would look old and be deleted.
 */
async function getEarlierTime(store: FileStore): Promise<number> {
  const probe = createTemporaryPath(store)
  await writeFile(probe, '')
  const { mtimeMs } = await stat(probe)
  await rm(probe)
  return Math.min(Date.now(), mtimeMs)
}

/**
 * Deletes files and their rows immediately, such as a visitor's identity picture. The row is deleted first:
 * if the process dies afterwards, the cleaner finds the file without a row and deletes it.
 */
export async function eraseFiles(db: DbOrTx, store: FileStore, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom('files').where('key', 'in', keys).execute()
  for (const key of keys) if (parseKey(key)) await store.remove(key)
}

async function deleteUnusedFiles(db: DbOrTx, store: FileStore, seconds: number): Promise<number> {
  const openImportKeys = db
    .selectFrom('statement_import_files as f')
    .innerJoin('statement_imports as i', 'i.id', 'f.import_id')
    .select('f.file_key')
    .where('i.state', 'in', ['prepared', 'saving'])
  for (let removedCount = 0; ;) {
    const fileRows = await db
      .deleteFrom('files')
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('files')
          .select('key')
          .where('owner_id', 'is', null)
          .where('released_at', '<', secondsAgo(seconds))
          // PDFs of an import have no owner until the import is saved (rules 7.20).
          .where('key', 'not in', openImportKeys)
          .orderBy('released_at')
          .limit(BATCH_SIZE)
          .forUpdate()
          .skipLocked(),
      )
      .where('owner_id', 'is', null)
      .returning('key')
      .execute()
    for (const { key } of fileRows) await store.remove(key)
    removedCount += fileRows.length
    if (fileRows.length < BATCH_SIZE) return removedCount
  }
}

interface StrayCounts {
  readonly stray: number
  readonly kept: number
}

async function deleteStrayFiles(db: DbOrTx, store: FileStore, modifiedBefore: number): Promise<StrayCounts> {
  let total = 0
  const strayPaths: string[] = []
  let batch: string[] = []
  const addStrayPaths = async (): Promise<void> => {
    total += batch.length
    if (strayPaths.length < MAX_REMOVED_FILES)
      strayPaths.push(...(await listStrayPaths(db, store, batch, modifiedBefore)))
    batch = []
  }
  for await (const path of store.disk.listPaths()) {
    // A path without a valid key belongs to a file that the portal did not write, so the file is not deleted.
    if (findKeys(path).length === 0) continue
    batch.push(path)
    if (batch.length === BATCH_SIZE) await addStrayPaths()
  }
  await addStrayPaths()
  if (strayPaths.length > MAX_STRAY_COUNT && strayPaths.length > MAX_STRAY_SHARE * total)
    return { stray: 0, kept: strayPaths.length }
  for (const path of strayPaths) await store.disk.remove(path)
  return { stray: strayPaths.length, kept: 0 }
}

async function listStrayPaths(
  db: DbOrTx,
  store: FileStore,
  paths: readonly string[],
  modifiedBefore: number,
): Promise<string[]> {
  if (paths.length === 0) return []
  const candidateKeys = paths.flatMap(findKeys)
  const knownRows = await db.selectFrom('files').select('key').where('key', 'in', candidateKeys).execute()
  const keys = new Set(knownRows.map(({ key }) => key))
  const strayPaths: string[] = []
  for (const path of paths) {
    if (findKeys(path).some((key) => keys.has(key))) continue
    const fileStats = await store.disk.stat(path)
    if (fileStats && fileStats.modifiedAt.getTime() < modifiedBefore) strayPaths.push(path)
  }
  return strayPaths
}

async function deleteUnfinishedUploads(store: FileStore, modifiedBefore: number): Promise<number> {
  let removedCount = 0
  for (const name of await readdir(store.incoming)) {
    const path = join(store.incoming, name)
    const fileStats = await stat(path).catch(() => null)
    if (!fileStats?.isFile() || fileStats.mtimeMs >= modifiedBefore) continue
    await rm(path, { force: true })
    removedCount += 1
  }
  return removedCount
}
