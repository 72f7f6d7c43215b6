import type { TestProject } from 'vitest/node'
import { installQueue } from '#platform/jobs/queue.ts'
import { openDatabase } from './client.ts'
import { PORTAL_ROLE } from './embedded/initdb.ts'
import { startTemporary } from './embedded/start-temporary.ts'
import { migrate } from './migrate.ts'

/** Connections of workers for cloning the template (`createTestDatabase`). */
type TestCluster = { portal: string; superuser: string; template: string }

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster
  }
}

const TEMPLATE = 'tahanan_template'

/** Vitest's global setup: one PostgreSQL for the whole run, with one migrated database to clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const embedded = await startTemporary()
  const { connectionString: portal, superuserConnectionString: superuser } = embedded
  const admin = openDatabase({ connectionString: superuser, poolSize: 1 })
  await admin.pool.query(`create database ${TEMPLATE} owner ${PORTAL_ROLE}`)
  await admin.close()
  const template = openDatabase({ connectionString: inDatabase(portal, TEMPLATE), queryTimeoutMs: 0 })
  await migrate(template.db)
  await installQueue(template.pool)
  await template.close()

  project.provide('testCluster', { portal, superuser, template: TEMPLATE })

  return embedded.stop
}

/** Returns the connection string of another database of the cluster. */
export function inDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}
