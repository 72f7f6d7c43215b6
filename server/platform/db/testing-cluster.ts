import type { TestProject } from 'vitest/node'
import { createTemporaryFolder, removeTemporaryFolders, startTemporary } from './embedded/start-temporary.ts'
import { createTemplate, type TestCluster } from './testing-clones.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const embeddedServer = await startTemporary()
  const { connectionString: portal, superuserConnectionString: superuser } = embeddedServer
  const folder = createTemporaryFolder()
  const cluster = { portal, superuser, folder }
  await createTemplate(cluster)
  project.provide('testCluster', cluster)

  return () => embeddedServer.stop().finally(() => removeTemporaryFolders(folder))
}
