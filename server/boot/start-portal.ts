import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type DatabaseClient, openDatabase } from '#platform/db/client.ts'
import { migrate } from '#platform/db/migrate.ts'
import { startDatabase } from '#platform/db/start-database.ts'
import { installQueue } from '#platform/jobs/queue.ts'
import { makeDataDir } from '#platform/make-folder.ts'
import type { Config } from './config.ts'
import { assertPortFree, explainListenError } from './port.ts'
import { collectShutdown, type Shutdown } from './shutdown.ts'

/** Parts that run before there is an application, handed to whoever builds it. */
export type Foundation = Pick<DatabaseClient, 'db' | 'pool'> & {
  config: Config
  log: FastifyBaseLogger
  connectionString: string
  /** For parts that must end after the application has closed and before the database does. */
  shutdown: Shutdown
}

type RunningPortal = { listening: AddressInfo; shutdown: Shutdown }

/**
 * Starts the database, brings its schema up to date, builds the application with `build` and listens. What was started
 * is stopped again when a later step fails. Throws Errors whose message is for the operator.
 */
export async function startPortal(
  config: Config,
  log: FastifyBaseLogger,
  build: (foundation: Foundation) => Promise<FastifyInstance>,
  shutdown: Shutdown = collectShutdown(log),
): Promise<RunningPortal> {
  await assertPortFree(config)
  makeDataDir(config.dataDir)
  try {
    const { connectionString, stop } = await startDatabase(config, log)
    shutdown.onStop('database', stop)
    await bringSchemaUpToDate(connectionString, log)

    const { db, pool, close } = openDatabase({
      connectionString,
      poolSize: config.databasePoolSize,
      onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
    })
    shutdown.onStop('database connections', close)

    const app = await build({ config, log, db, pool, connectionString, shutdown })
    shutdown.onStop('requests', () => app.close())
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw explainListenError(error, config)
    })
    return { listening: app.server.address() as AddressInfo, shutdown }
  } catch (error) {
    await shutdown.stop()
    throw error
  }
}

/** Time to wait for a portal that was just stopped or killed to disconnect. */
const ALONE_WITHIN_MS = 5000
/** Lock time-out of a migration: whoever queues behind it waits as long. */
const LOCK_TIMEOUT_MS = 1500
/** A backup of the largest community holds its tables for less. */
const LOCKS_WITHIN_MS = 30 * 60_000

/** Migrates on connections of its own: a migration may take longer than a request should. */
async function bringSchemaUpToDate(connectionString: string, log: FastifyBaseLogger): Promise<void> {
  const { db, pool, close } = openDatabase({
    connectionString,
    name: 'tahanan-migrate',
    poolSize: 1,
    statementTimeoutMs: 0,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  })
  try {
    const made = await migrate(db, undefined, {
      aloneWithinMs: ALONE_WITHIN_MS,
      locksWithinMs: LOCKS_WITHIN_MS,
      onWait: (reason) => log.warn(reason),
    })
    if (made.length > 0) log.info({ migrations: made }, 'the schema was brought up to date')
    await installQueue(pool)
  } finally {
    await close()
  }
}
