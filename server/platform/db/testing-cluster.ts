import type { TestProject } from 'vitest/node'
import { createTemporaryFolder, removeTemporary, startTemporary } from './embedded/start-temporary.ts'
import { createTemplate, type TestCluster } from './testing-clones.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const embedded = await startTemporary()
  const { connectionString: portal, superuserConnectionString: superuser } = embedded
  const folder = createTemporaryFolder()
  const cluster = { portal, superuser, folder }
  await createTemplate(cluster)
  project.provide('testCluster', cluster)

  return () => embedded.stop().finally(() => removeTemporary(folder))
}
