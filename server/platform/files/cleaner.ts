import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { prepared } from '../db/client.ts'
import type { Db, DbOrTx } from '../db/client.ts'
import { keysFor, parseKey } from './store/keys.ts'
import type { FileStore } from './store/store.ts'

/** A file that no record names is removed after a day (rules 6.6). */
const UNUSED_SECONDS = 24 * 60 * 60
/** Age of an unfinished upload after which its process was killed: no upload takes as long. */
const UNFINISHED_SECONDS = 60 * 60
const EVERY_MS = 60 * 60_000
/** Delay of the first run, short enough for a process that is restarted often. */
const FIRST_MS = 2 * 60_000
const BATCH = 500
/** Key of the advisory lock. */
const LOCK = 7_201_531

export interface Cleaned {
  /** Rows without an owner, removed with their files. */
  unused: number
  /** Files in the store without a row. */
  stray: number
  /** Uploads that a killed process had begun. */
  unfinished: number
}

export interface CleanOptions {
  /** Age in seconds from which unused files are removed. */
  readonly afterSeconds?: number
}

/**
 * Removes unused files. Of several processes at once one does it, the others return null. Safe beside uploads and claims: an
 * upload is younger than a day, and a claim takes the row before the cleaner or finds none.
 */
export async function cleanFiles(
  db: Db,
  store: FileStore,
  options: CleanOptions = {},
): Promise<Cleaned | null> {
  const seconds = options.afterSeconds ?? UNUSED_SECONDS
  // The lock belongs to a connection, and lasts as long as it.
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${LOCK}) as got`.execute(
      connection,
    )
    if (!rows[0]?.got) return null
    try {
      return {
        unused: await removeUnused(connection, store, seconds),
        stray: await removeStray(connection, store, seconds),
        unfinished: await removeUnfinished(store),
      }
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

/**
 * Removes files at once, rows and content, such as a visitor's identity picture, which must not be kept a day longer.
 * The row goes first; if the process dies in between, the cleaner finds the content without a row.
 */
export async function eraseFiles(db: DbOrTx, store: FileStore, keys: readonly string[]): Promise<void> {
  await prepared(db, 'erase_files', 'delete from files where key = any($1::text[])', [[...keys]])
  for (const key of keys) if (parseKey(key)) await store.remove(key)
}

async function removeUnused(db: DbOrTx, store: FileStore, seconds: number): Promise<number> {
  for (let removed = 0; ;) {
    const rows = await prepared<{ key: string }>(
      db,
      'unused_files_removed',
      `delete from files where key in (
         select key from files where owner_id is null and released_at < clock_timestamp() - make_interval(secs => $1)
         order by released_at limit ${BATCH} for update skip locked
       ) and owner_id is null returning key`,
      [seconds],
    )
    for (const { key } of rows) await store.remove(key)
    removed += rows.length
    if (rows.length < BATCH) return removed
  }
}

async function removeStray(db: DbOrTx, store: FileStore, seconds: number): Promise<number> {
  let removed = 0
  let batch: string[] = []
  for await (const path of store.disk.paths()) {
    // the portal removes only files that it put there
    if (keysFor(path).length === 0) continue
    batch.push(path)
    if (batch.length === BATCH) {
      removed += await removeStrayOf(db, store, batch, seconds)
      batch = []
    }
  }
  return removed + (await removeStrayOf(db, store, batch, seconds))
}

async function removeStrayOf(
  db: DbOrTx,
  store: FileStore,
  paths: readonly string[],
  seconds: number,
): Promise<number> {
  const known = await prepared<{ key: string }>(
    db,
    'known_files',
    'select key from files where key = any($1::text[])',
    [paths.flatMap(keysFor)],
  )
  const keys = new Set(known.map(({ key }) => key))
  const before = Date.now() - seconds * 1000
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

async function removeUnfinished(store: FileStore): Promise<number> {
  const before = Date.now() - UNFINISHED_SECONDS * 1000
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

export interface FileCleaner {
  /** Waits for a run that has begun. */
  stop(): Promise<void>
}

/** Cleans every hour, in the background; a failed run is logged and tried again the next hour. */
export function startFileCleaner({
  db,
  files,
  log,
}: {
  db: Db
  files: FileStore
  log: FastifyBaseLogger
}): FileCleaner {
  let running = Promise.resolve()
  let stopped = false
  let timer = setTimeout(run, FIRST_MS).unref()

  function run(): void {
    running = cleanFiles(db, files)
      .then((cleaned) => {
        if (cleaned && cleaned.unused + cleaned.stray + cleaned.unfinished > 0)
          log.info({ ...cleaned }, 'files that nobody uses were removed')
      })
      .catch((error: unknown) => log.warn({ err: error }, 'files could not be cleaned up'))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, EVERY_MS).unref()
      })
  }

  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
