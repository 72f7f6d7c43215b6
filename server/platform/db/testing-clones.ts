import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { installQueue } from '#platform/jobs/queue.ts'
import { openDatabase } from './client.ts'
import { PORTAL_ROLE } from './embedded/ensure-cluster.ts'
import { migrate } from './migrate.ts'

export interface TestCluster {
  readonly portal: string
  readonly superuser: string
  readonly folder: string
}

/**
 * Time limit of queries in tests. The portal's own limit is too short for a busy machine: calls would be
 * answered with 503.
 */
export const TEST_QUERY_MS = 300_000

export const TEMPLATE_DATABASE = 'tahanan_template'

export async function createTemplate(cluster: TestCluster): Promise<void> {
  await runAsSuperuser(cluster, `create database ${TEMPLATE_DATABASE} owner ${PORTAL_ROLE}`)
  const connectionString = replaceDatabaseName(cluster.portal, TEMPLATE_DATABASE)
  const { db, pool, close } = openDatabase({ connectionString, queryTimeoutMs: 0 })
  await migrate(db)
  await installQueue(pool)
  await close()
}

/**
 * Creates a copy of a template database, which takes some tens of milliseconds. The template must have no
 * open connection.
 */
export async function cloneDatabase(cluster: TestCluster, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // `file_copy` takes a third of the time of the default strategy, which writes all pages to the write-ahead
  // log.
  await runAsSuperuser(
    cluster,
    `create database ${name} owner ${PORTAL_ROLE} template ${template} strategy file_copy`,
  )
  return addTestTimeouts(replaceDatabaseName(cluster.portal, name))
}

export async function dropDatabase(cluster: TestCluster, connectionString: string): Promise<void> {
  await runAsSuperuser(cluster, `drop database if exists ${getDatabaseName(connectionString)} with (force)`)
}

export function replaceDatabaseName(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}

export function addTestTimeouts(connectionString: string): string {
  const url = new URL(connectionString)
  for (const limit of ['statement_timeout', 'query_timeout']) url.searchParams.set(limit, `${TEST_QUERY_MS}`)
  return url.href
}

export const getDatabaseName = (connectionString: string): string =>
  new URL(connectionString).pathname.slice(1)

async function runAsSuperuser({ superuser }: TestCluster, statement: string): Promise<void> {
  const client = new Client({ connectionString: superuser })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
