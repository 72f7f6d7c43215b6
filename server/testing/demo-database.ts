import { inject } from 'vitest'
import { openClone, type TestDatabase } from '#platform/db/testing.ts'
import { cloneDemo } from './demo-template.ts'

/** Creates a copy of the demo database and its files. The caller must drop the database. */
export async function createDemoDatabase(dataDir: string): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  return openClone(cluster, await cloneDemo(cluster, dataDir))
}
