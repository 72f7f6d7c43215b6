import { afterAll, inject } from 'vitest'
import { type DatabaseClient, openDatabase } from './client.ts'
import { cloneDatabase, dropDatabase, TEMPLATE, TEST_QUERY_MS, type TestCluster } from './testing-clones.ts'

export type TestDatabase = Omit<DatabaseClient, 'close'> & {
  connectionString: string
  destroy: () => Promise<void>
}

/**
 * Opens a database for the tests of a file, and drops it after them.
 *
 * ```ts
 * const { db } = await openTestDatabase()
 * ```
 */
export async function openTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(options)
  afterAll(database.destroy)
  return database
}

/**
 * Clones the migrated template, within tens of milliseconds. The caller drops the database.
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  return openClone(cluster, await cloneDatabase(cluster, options.empty ? 'template0' : TEMPLATE))
}

/** Opens a database that `destroy` drops. */
export function openClone(cluster: TestCluster, connectionString: string): TestDatabase {
  const { db, pool, close } = openDatabase({ connectionString })
  pool.options.connectionTimeoutMillis = TEST_QUERY_MS
  return {
    db,
    pool,
    connectionString,
    destroy: async () => {
      await close()
      await dropDatabase(cluster, connectionString)
    },
  }
}
