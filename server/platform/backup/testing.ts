import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Pool } from 'pg'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { seedDemo } from '../../demo/seed-demo.ts'
import { createFileStore, type FileStore } from '../files/store/store.ts'
import { insertDefaultSettings } from '../../features/settings/defaults.ts'
import { NOT_KEPT } from './snapshot.ts'

/** A database and a folder for files, with the demo community or empty. */
export interface Place extends TestDatabase {
  readonly dataDir: string
  readonly files: FileStore
  close(): Promise<void>
}

export async function createDemoPlace(): Promise<Place> {
  const place = await createPlace(await createTestDatabase())
  await insertDefaultSettings(place.db)
  await seedDemo({ db: place.db, files: place.files, timeZone: 'Asia/Manila' })
  return place
}

/** Another small community, for what is restored over it: a tenant and a file that no backup has. */
export async function createOtherPlace(): Promise<Place> {
  const place = await createPlace(await createTestDatabase())
  await insertDefaultSettings(place.db)
  await place.db.insertInto('tenants').values({ client_code: 'ONLY-IN-THE-OLD' }).execute()
  const temporary = join(place.files.incoming, 'old')
  await writeFile(temporary, 'a,b')
  await place.files.put({ key: `soa/csv/old-${'0'.repeat(32)}.csv`, temporary })
  // Its connections would count as those of a portal that runs.
  await place.db.destroy()
  return place
}

/** An empty database without any tables, and an empty folder: what a fresh machine has. */
export async function createFreshPlace(): Promise<Omit<Place, 'files'>> {
  const database = await createTestDatabase({ empty: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'tahanan-backup-'))
  return { ...database, dataDir, close: () => closePlace(database, dataDir) }
}

async function createPlace(database: TestDatabase): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tahanan-backup-'))
  const files = await createFileStore({ dataDir, reserveBytes: 0 }, database.db)
  return { ...database, dataDir, files, close: () => closePlace(database, dataDir) }
}

async function closePlace(database: TestDatabase, dataDir: string): Promise<void> {
  await database.destroy()
  await rm(dataDir, { recursive: true, force: true })
}

/** Ends the connections of a place's pool, which count as a portal that runs. */
export async function lookInto<Result>(
  place: { connectionString: string },
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const { Pool } = await import('pg')
  const pool = new Pool({ connectionString: place.connectionString, max: 1, application_name: 'test' })
  // The database is dropped soon after: that ends connections which are just closing.
  pool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}))
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** Every table that a backup keeps, with the number of its rows and a hash over all of them in any order. */
export async function fingerprints(place: { connectionString: string }): Promise<Record<string, string>> {
  return lookInto(place, async (pool) => {
    await pool.query(`set timezone = 'UTC'`)
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      if (NOT_KEPT.includes(name)) continue
      // a restore stops the series (rules 18.9)
      const row = name === 'number_series' ? `(to_jsonb(t) - 'restored_at')::text` : 't::text'
      const { rows } = await pool.query<{ print: string }>(
        `select count(*) || ' rows ' || coalesce(md5(string_agg(md5(${row}), '' order by md5(${row}))), '') as print from "${name}" t`,
      )
      found[name] = rows[0]?.print ?? ''
    }
    return found
  })
}

/** Every file of a store with a hash of its content. */
export async function fileHashes(dataDir: string): Promise<Record<string, string>> {
  const root = join(dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: Record<string, string> = {}
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    found[relative(root, path)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  }
  return found
}
