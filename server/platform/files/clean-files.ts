import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { createTemporaryPath } from './receive.ts'
import { findKeys, parseKey } from './store/file-key.ts'
import type { FileStore } from './store/file-store.ts'

/** Age at which a file without a record is deleted (rules 6.6). */
const UNUSED_SECONDS = 24 * 60 * 60
/** No upload takes as long, so the process of such a file was killed. */
const UNFINISHED_SECONDS = 60 * 60
const BATCH = 500
/** So many stray files are always deleted; more of them only up to this share of all files. */
const FEW_STRAY = 50
const MAX_STRAY_SHARE = 0.05
const MAX_REMOVED = 10_000

/**
 * Deletes files without a record (`unused`), stored files without a row (`stray`) and uploads of killed
 * processes (`unfinished`), and counts them. If stray files are a large share of all, deletes none and counts
 * them as `kept`: another database's files are there, or rows are missing. Safe during uploads and claims: an
 * upload is younger than a day, and a claim locks the row before the cleaner or finds none. Throws
 * ForeignBucketError.
 */
export async function cleanFiles(db: Db, store: FileStore, afterSeconds = UNUSED_SECONDS) {
  await store.requireOwned()
  const now = await getEarlierTime(store)
  return {
    unused: await removeUnused(db, store, afterSeconds),
    ...(await removeStray(db, store, now - afterSeconds * 1000)),
    unfinished: await removeUnfinished(store, now - UNFINISHED_SECONDS * 1000),
  }
}

/**
 * Returns the earlier of the machine's and the disk's time, in milliseconds since 1970: with a clock ahead of
 * the disk's, a new upload would look old.
 */
async function getEarlierTime(store: FileStore): Promise<number> {
  const probe = createTemporaryPath(store)
  await writeFile(probe, '')
  const { mtimeMs } = await stat(probe)
  await rm(probe)
  return Math.min(Date.now(), mtimeMs)
}

/**
 * Deletes rows and content of files at once, such as a visitor's identity picture. Deletes the row first: if
 * the process dies in between, the cleaner finds the content without a row.
 */
export async function eraseFiles(db: DbOrTx, store: FileStore, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom('files').where('key', 'in', keys).execute()
  for (const key of keys) if (parseKey(key)) await store.remove(key)
}

async function removeUnused(db: DbOrTx, store: FileStore, seconds: number): Promise<number> {
  const ofOpenImports = db
    .selectFrom('statement_import_files as f')
    .innerJoin('statement_imports as i', 'i.id', 'f.import_id')
    .select('f.file_key')
    .where('i.state', 'in', ['prepared', 'saving'])
  for (let removed = 0; ;) {
    const rows = await db
      .deleteFrom('files')
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('files')
          .select('key')
          .where('owner_id', 'is', null)
          .where('released_at', '<', secondsAgo(seconds))
          // PDFs of an unsaved import have no owner until it is saved (rules 7.20).
          .where('key', 'not in', ofOpenImports)
          .orderBy('released_at')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .where('owner_id', 'is', null)
      .returning('key')
      .execute()
    for (const { key } of rows) await store.remove(key)
    removed += rows.length
    if (rows.length < BATCH) return removed
  }
}

interface StrayCounts {
  readonly stray: number
  readonly kept: number
}

async function removeStray(db: DbOrTx, store: FileStore, before: number): Promise<StrayCounts> {
  let total = 0
  const stray: string[] = []
  let batch: string[] = []
  const addStray = async (): Promise<void> => {
    total += batch.length
    if (stray.length < MAX_REMOVED) stray.push(...(await findStray(db, store, batch, before)))
    batch = []
  }
  for await (const path of store.disk.listPaths()) {
    // Files that the portal did not write remain.
    if (findKeys(path).length === 0) continue
    batch.push(path)
    if (batch.length === BATCH) await addStray()
  }
  await addStray()
  if (stray.length > FEW_STRAY && stray.length > MAX_STRAY_SHARE * total)
    return { stray: 0, kept: stray.length }
  for (const path of stray) await store.disk.remove(path)
  return { stray: stray.length, kept: 0 }
}

async function findStray(
  db: DbOrTx,
  store: FileStore,
  paths: readonly string[],
  before: number,
): Promise<string[]> {
  if (paths.length === 0) return []
  const named = paths.flatMap(findKeys)
  const known = await db.selectFrom('files').select('key').where('key', 'in', named).execute()
  const keys = new Set(known.map(({ key }) => key))
  const stray: string[] = []
  for (const path of paths) {
    if (findKeys(path).some((key) => keys.has(key))) continue
    const found = await store.disk.stat(path)
    if (found && found.modifiedAt.getTime() < before) stray.push(path)
  }
  return stray
}

async function removeUnfinished(store: FileStore, before: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(store.incoming)) {
    const path = join(store.incoming, name)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile() || found.mtimeMs >= before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
