import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Client } from 'pg'
import { insertDefaultSettings } from '@tahanan/server/features/settings/insert-default-settings.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { PORTAL_ROLE } from '@tahanan/server/platform/db/embedded/ensure-cluster.ts'
import { silentLog } from '@tahanan/server/platform/db/embedded/server-process.ts'
import { startEmbedded } from '@tahanan/server/platform/db/embedded/start-embedded.ts'
import { migrate } from '@tahanan/server/platform/db/migrate.ts'
import { fillDatabase } from '@tahanan/server/seed/fill-database.ts'
import { openAccounts, type OpenAccounts } from './accounts.ts'

export interface BenchDatabase extends OpenAccounts {
  readonly url: string
  readonly tickets: number
}

export interface BenchCluster {
  readonly folder: string
  /** Creates and fills a database. If an earlier run left it in `keptFolder`, only opens it. */
  openFilledDatabase(size: {
    tickets: number
    tenants: number
    residents: number
    admins: number
  }): Promise<BenchDatabase>
  /** Creates a database without tables; first drops an existing one of that name. */
  createEmptyDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts one embedded PostgreSQL with the settings of production, including fsync. `keptFolder` remains after
 * the run; without it the folder is temporary.
 */
export async function startCluster(
  keptFolder: string | undefined,
  logProgress: (message: string) => void,
): Promise<BenchCluster> {
  const folder = keptFolder ? resolve(keptFolder) : mkdtempSync(join(tmpdir(), 'tahanan-bench-'))
  mkdirSync(folder, { recursive: true })
  // If root starts the database server, the server runs as another account, which needs access to the folder.
  chmodSync(folder, 0o711)
  const embeddedServer = await startEmbedded({ dataDir: folder, log: silentLog })
  return {
    folder,
    async openFilledDatabase({ tickets, tenants, residents, admins }) {
      const name = `bench_${tickets}_${tenants}`
      if (await isDatabaseMissing(embeddedServer.superuserConnectionString, name)) {
        logProgress(
          `filling a database with ${tickets.toLocaleString('en')} tickets of ${tenants.toLocaleString('en')} tenants`,
        )
        await fillNewDatabase(
          embeddedServer.superuserConnectionString,
          replaceDatabase(embeddedServer.connectionString, name),
          name,
          {
            tickets,
            tenants,
          },
        )
      }
      const url = replaceDatabase(embeddedServer.connectionString, name)
      return { url, tickets, ...(await openAccounts(url, { residents, admins })) }
    },
    async createEmptyDatabase(name) {
      await withClient(embeddedServer.superuserConnectionString, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
        await client.query(`create database ${name} owner ${PORTAL_ROLE}`)
      })
      return replaceDatabase(embeddedServer.connectionString, name)
    },
    async stop() {
      await embeddedServer.stop()
      if (keptFolder) return
      if (!embeddedServer.cluster.startsWith(folder))
        rmSync(dirname(embeddedServer.cluster), { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isDatabaseMissing(superuserUrl: string, name: string): Promise<boolean> {
  const databaseRows = await withClient(
    superuserUrl,
    async (client) => (await client.query('select from pg_database where datname = $1', [name])).rows,
  )
  return databaseRows.length === 0
}

/**
 * Fills a database under a temporary name and then renames it, so that an interrupted run leaves no database
 * that looks complete.
 */
async function fillNewDatabase(
  superuserUrl: string,
  url: string,
  name: string,
  size: { tickets: number; tenants: number },
): Promise<void> {
  const temporaryName = `${name}_filling`
  await withClient(superuserUrl, async (client) => {
    await client.query(`drop database if exists ${temporaryName} with (force)`)
    await client.query(`create database ${temporaryName} owner ${PORTAL_ROLE}`)
  })
  const temporaryUrl = replaceDatabase(url, temporaryName)
  const { db, close } = openDatabase({ connectionString: temporaryUrl, poolSize: 1, queryTimeoutMs: 0 })
  await migrate(db)
    .then(() => insertDefaultSettings(db))
    .finally(close)
  await withClient(temporaryUrl, (client) =>
    fillDatabase(client, { ...size, now: new Date(), timeZone: 'Asia/Manila' }),
  )
  await withClient(superuserUrl, (client) =>
    client.query(`alter database ${temporaryName} rename to ${name}`),
  )
}

async function withClient<T>(connectionString: string, callback: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await callback(client)
  } finally {
    await client.end()
  }
}

function replaceDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}
