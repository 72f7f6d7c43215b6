import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool } from 'pg'
import type { DB } from './generated.ts'
import { QueryPool, queryPools } from './query-pool.ts'
import { valueParsers } from './value-parsers.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>
export type DbOrTx = Db | Tx

type DatabaseOptions = {
  connectionString: string
  poolSize?: number
  /** Time limit of a query in milliseconds. Migrations, seeding and backups use 0, which means no limit. */
  queryTimeoutMs?: number
  /** Time limit for waiting for a lock, in milliseconds. Default: the time limit of the query. */
  lockTimeoutMs?: number
  name?: 'tahanan' | 'tahanan-migrate'
  onConnectionLost?: (error: Error) => void
}

export type DatabaseClient = { db: Db; pool: Pool; close: () => Promise<void> }

/**
 * Time limit of a query. It is below five seconds, because the portal must answer every HTTP call within five
 * seconds even if the database hangs.
 */
const QUERY_TIMEOUT_MS = 4000
/**
 * Extra time to wait for the database server, which ends a query itself at the time limit. If no answer
 * arrives in this time, the connection is closed.
 */
const ANSWER_GRACE_MS = 500
const CONNECT_TIMEOUT_MS = 2400

/**
 * Connection settings that detect a vanished server after 20 s, even on a connection that only waits, such as
 * the job queue's listener. By default Linux sends the first keep-alive probe after two hours.
 */
export const KEEP_ALIVE_OPTIONS = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** Creates the connection pool. It connects at the first query. `close` waits for running queries. */
export function openDatabase(options: DatabaseOptions): DatabaseClient {
  const { poolSize = 10, queryTimeoutMs = QUERY_TIMEOUT_MS } = options
  const pool = new Pool({
    connectionString: options.connectionString,
    max: poolSize,
    types: valueParsers,
    application_name: options.name ?? 'tahanan',
    ...(options.lockTimeoutMs !== undefined && { lock_timeout: options.lockTimeoutMs }),
    ...KEEP_ALIVE_OPTIONS,
    // pg's pipeline mode lets several reads share a connection (`QueryPool`). It also closes a connection
    // after a time-out.
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    ...(queryTimeoutMs > 0 && { query_timeout: queryTimeoutMs + ANSWER_GRACE_MS }),
  })
  // Listens for errors of idle connections. Without a listener an 'error' event would end the process.
  const onLost = (error: Error): void => options.onConnectionLost?.(error)
  pool.on('error', onLost)
  pool.on('connect', (connection) => void connection.on('error', onLost))
  const queryPool = new QueryPool(pool)
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: queryPool }) })
  queryPools.set(db, queryPool)
  return { db, pool, close: () => db.destroy().then(() => (pool.ended ? undefined : pool.end())) }
}
