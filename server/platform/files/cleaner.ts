import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { temporaryPath } from './receive.ts'
import { keysFor, parseKey } from './store/keys.ts'
import type { FileStore } from './store/store.ts'

/** Age at which a file without a record is removed (rules 6.6). */
const UNUSED_SECONDS = 24 * 60 * 60
/** Age at which an unfinished upload is removed: its process was killed, because no upload takes as long. */
const UNFINISHED_SECONDS = 60 * 60
const BATCH = 500

/**
 * Removes files without a record (`unused`), stored files without a row (`stray`) and uploads of killed
 * processes (`unfinished`), and counts them. Safe during uploads and claims: an upload is younger than a day,
 * and a claim locks the row before the cleaner or finds none.
 */
export async function cleanFiles(db: Db, store: FileStore, afterSeconds = UNUSED_SECONDS) {
  const now = await earlierTime(store)
  return {
    unused: await removeUnused(db, store, afterSeconds),
    stray: await removeStray(db, store, now - afterSeconds * 1000),
    unfinished: await removeUnfinished(store, now - UNFINISHED_SECONDS * 1000),
  }
}

/**
 * Returns the earlier of the machine's and the disk's time, in milliseconds since 1970: by a clock ahead of
 * the disk's, a new upload would look old.
 */
async function earlierTime(store: FileStore): Promise<number> {
  const probe = temporaryPath(store)
  await writeFile(probe, '')
  const { mtimeMs } = await stat(probe)
  await rm(probe)
  return Math.min(Date.now(), mtimeMs)
}

/**
 * Removes rows and content of files at once, such as a visitor's identity picture. The row goes first: if the
 * process dies in between, the cleaner finds the content without a row.
 */
export async function eraseFiles(db: DbOrTx, store: FileStore, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom('files').where('key', 'in', keys).execute()
  for (const key of keys) if (parseKey(key)) await store.remove(key)
}

async function removeUnused(db: DbOrTx, store: FileStore, seconds: number): Promise<number> {
  for (let removed = 0; ;) {
    const rows = await db
      .deleteFrom('files')
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('files')
          .select('key')
          .where('owner_id', 'is', null)
          .where('released_at', '<', secondsAgo(seconds))
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

async function removeStray(db: DbOrTx, store: FileStore, before: number): Promise<number> {
  let removed = 0
  let batch: string[] = []
  for await (const path of store.disk.paths()) {
    // files that the portal did not write stay
    if (keysFor(path).length === 0) continue
    batch.push(path)
    if (batch.length === BATCH) {
      removed += await removeStrayBatch(db, store, batch, before)
      batch = []
    }
  }
  return removed + (await removeStrayBatch(db, store, batch, before))
}

async function removeStrayBatch(
  db: DbOrTx,
  store: FileStore,
  paths: readonly string[],
  before: number,
): Promise<number> {
  if (paths.length === 0) return 0
  const named = paths.flatMap(keysFor)
  const known = await db.selectFrom('files').select('key').where('key', 'in', named).execute()
  const keys = new Set(known.map(({ key }) => key))
  let removed = 0
  for (const path of paths) {
    if (keysFor(path).some((key) => keys.has(key))) continue
    const found = await store.disk.stat(path)
    if (!found || found.modifiedAt.getTime() >= before) continue
    await store.disk.remove(path)
    removed += 1
  }
  return removed
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
