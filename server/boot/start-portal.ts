import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createDataDir } from '#platform/create-folder.ts'
import { type DatabaseClient, openDatabase } from '#platform/db/client.ts'
import { migrate } from '#platform/db/migrate.ts'
import { startDatabase } from '#platform/db/start-database.ts'
import { installQueue } from '#platform/jobs/queue.ts'
import type { Config } from './config.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

export type Foundation = Pick<DatabaseClient, 'db' | 'pool'> & {
  config: Config
  log: FastifyBaseLogger
  connectionString: string
  /**
   * Steps of the shutdown. Those that `build` adds run after the server has closed and before the database
   * stops.
   */
  shutdown: Shutdown
}

type RunningPortal = { listening: AddressInfo; shutdown: Shutdown }

/**
 * Starts the portal. If a step fails, stops what already runs and throws an Error with a message for the
 * operator.
 */
export async function startPortal(
  config: Config,
  log: FastifyBaseLogger,
  build: (foundation: Foundation) => Promise<FastifyInstance>,
  shutdown: Shutdown = createShutdown(log),
): Promise<RunningPortal> {
  await waitForFreePort(config)
  try {
    const app = await build(await openFoundation(config, log, shutdown))
    shutdown.onStop('requests', () => app.close())
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw explainListenError(error, config)
    })
    if (config.stopDelaySeconds > 0)
      shutdown.onStop('calls that the proxy still sends', () => sleep(config.stopDelaySeconds * 1000))
    return { listening: app.server.address() as AddressInfo, shutdown }
  } catch (error) {
    await shutdown.stop()
    throw error
  }
}

/**
 * Starts the database, migrates it and connects to it. The caller must stop it with `shutdown`, even after an
 * error.
 */
export async function openFoundation(
  config: Config,
  log: FastifyBaseLogger,
  shutdown: Shutdown,
): Promise<Foundation> {
  createDataDir(config.dataDir)
  const { connectionString, stop } = await startDatabase(config, log)
  shutdown.onStop('database', stop)
  await migrateSchema(connectionString, log)

  const { db, pool, close } = openDatabase({
    connectionString,
    poolSize: config.databasePoolSize,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  shutdown.onStop('database connections', close)
  return { config, log, db, pool, connectionString, shutdown }
}

const OLD_PORTAL_TIMEOUT_MS = 5000
/**
 * Maximum time that a migration waits for a lock. It is short, because all other queries wait behind the
 * migration.
 */
const LOCK_TIMEOUT_MS = 1500
/**
 * A backup may hold a lock that a migration needs. The migration is repeated for this time, which is longer
 * than a backup of the largest community takes.
 */
const LOCK_RETRY_LIMIT_MS = 30 * 60_000

/** Migrates the database. Uses a connection without a query timeout, because a migration may take long. */
async function migrateSchema(connectionString: string, log: FastifyBaseLogger): Promise<void> {
  const { db, pool, close } = openDatabase({
    connectionString,
    name: 'tahanan-migrate',
    poolSize: 1,
    queryTimeoutMs: 0,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  })
  try {
    const appliedMigrations = await migrate(db, undefined, {
      olderPortalTimeoutMs: OLD_PORTAL_TIMEOUT_MS,
      locksWithinMs: LOCK_RETRY_LIMIT_MS,
      onWait: (reason) => log.warn(reason),
    })
    if (appliedMigrations.length > 0)
      log.info({ migrations: appliedMigrations }, 'the schema was brought up to date')
    await installQueue(pool)
  } finally {
    await close()
  }
}

type Address = Pick<Config, 'host' | 'port'>

const FREE_PORT_TIMEOUT_MS = 3000

async function waitForFreePort(address: Address): Promise<void> {
  for (const deadline = performance.now() + FREE_PORT_TIMEOUT_MS; ; await sleep(100)) {
    const error = await tryListen(address)
    if (!error) return
    if ((error as { code?: string }).code !== 'EADDRINUSE' || performance.now() > deadline) {
      throw explainListenError(error, address)
    }
  }
}

function tryListen({ port, host }: Address): Promise<Error | undefined> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', resolve)
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

function explainListenError(error: unknown, { host, port }: Address): Error {
  switch ((error as { code?: string }).code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is already in use. Stop the program that uses it, or choose another: PORT=${port + 1} npm start`,
      )
    case 'EACCES':
      return new Error(`Port ${port} is not open to this user. Choose one above 1023: PORT=3000 npm start`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(
        `HOST is ${host}, which is no address of this machine. Leave it out, or use 0.0.0.0 for all of them.`,
      )
    default:
      return error instanceof Error ? error : new Error(String(error))
  }
}
