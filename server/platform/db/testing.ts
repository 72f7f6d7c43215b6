import { afterAll, inject } from 'vitest'
import { type DatabaseClient, openDatabase } from './client.ts'
import {
  cloneDatabase,
  dropDatabase,
  TEMPLATE_DATABASE,
  TEST_QUERY_MS,
  type TestCluster,
} from './testing-clones.ts'

export type TestDatabase = Omit<DatabaseClient, 'close'> & {
  connectionString: string
  destroy: () => Promise<void>
}

export async function openTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(options)
  afterAll(database.destroy)
  return database
}

export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  return openClone(cluster, await cloneDatabase(cluster, options.empty ? 'template0' : TEMPLATE_DATABASE))
}

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
