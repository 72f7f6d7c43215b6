import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { seedDemo } from '#demo/seed-demo.ts'
import { openDatabase } from '#platform/db/client.ts'
import {
  cloneDatabase,
  getDatabaseName,
  TEMPLATE_DATABASE,
  type TestCluster,
} from '#platform/db/testing-clones.ts'
import { createFileStore } from '#platform/files/store/file-store.ts'

export const DEMO_TEMPLATE = 'tahanan_demo'

export async function cloneDemo(cluster: TestCluster, dataDir: string): Promise<string> {
  await createDemoTemplate(cluster)
  await copyDemoFiles(cluster, dataDir)
  return cloneDatabase(cluster, DEMO_TEMPLATE)
}

export const copyDemoFiles = ({ folder }: TestCluster, dataDir: string): Promise<void> =>
  cp(join(folder, 'files'), join(dataDir, 'files'), { recursive: true })

export async function createDemoTemplate(cluster: TestCluster): Promise<void> {
  const client = new Client({ connectionString: cluster.superuser })
  await client.connect()
  try {
    // Several workers may run at once: the first one locks and creates the template database, and the others
    // wait for it.
    await client.query('select pg_advisory_lock(hashtext($1))', [DEMO_TEMPLATE])
    const existingTemplate = await client.query('select from pg_database where datname = $1', [DEMO_TEMPLATE])
    if (existingTemplate.rowCount) return
    // Deletes files of an earlier worker that failed here.
    await rm(join(cluster.folder, 'files'), { recursive: true, force: true })
    const connectionString = await cloneDatabase(cluster, TEMPLATE_DATABASE)
    await fillWithDemo(connectionString, cluster.folder)
    await client.query(`alter database ${getDatabaseName(connectionString)} rename to ${DEMO_TEMPLATE}`)
  } finally {
    await client.end()
  }
}

async function fillWithDemo(connectionString: string, dataDir: string): Promise<void> {
  const { db, close } = openDatabase({ connectionString })
  try {
    const files = await createFileStore({ dataDir, reserveBytes: 0 }, db)
    await seedDemo({ db, files, timeZone: 'Asia/Manila' })
  } finally {
    // Closes the connections, because PostgreSQL cannot rename or clone a database that has connections.
    await close()
  }
}
