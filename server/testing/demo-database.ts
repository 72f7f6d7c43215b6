import { inject } from 'vitest'
import { openClone, type TestDatabase } from '#platform/db/testing.ts'
import { cloneDemo } from './demo-template.ts'

/**
 * Creates a database with the demo community, and copies its files into a data folder. The caller drops the database.
 */
export async function createDemoDatabase(dataDir: string): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  return openClone(cluster, await cloneDemo(cluster, dataDir))
}
