import { inject } from 'vitest'
import { openClone, type TestDatabase } from '#platform/db/testing.ts'
import { cloneDemo } from './demo-template.ts'

/** Creates a database with the demo community. The caller must drop it. */
export async function createDemoDatabase(dataDir: string): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  return openClone(cluster, await cloneDemo(cluster, dataDir))
}
