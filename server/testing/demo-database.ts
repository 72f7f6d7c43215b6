import { inject } from 'vitest'
import { openClone, type TestDatabase } from '#platform/db/testing.ts'
import { cloneDemo } from './demo-template.ts'

/** Requires the caller to drop the database. */
export async function createDemoDatabase(dataDir: string): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  return openClone(cluster, await cloneDemo(cluster, dataDir))
}
