import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool } from 'pg'
import type { DB } from './generated.ts'
import { QueryPool } from './query-pool.ts'
import { valueParsers } from './value-parsers.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** First argument of domain functions: they join the caller's transaction or run by themselves. */
export type DbOrTx = Db | Tx

type DatabaseOptions = {
  connectionString: string
  /** Connections held open at most. */
  poolSize?: number
  /** Longest time one query may take, in milliseconds; 0 for no limit (migrations, seeding, backups). */
  queryTimeoutMs?: number
  /** Longest wait for a lock, in milliseconds; the query's own limit by default. */
  lockTimeoutMs?: number
  /** Name in the server's list of connections. */
  name?: 'tahanan' | 'tahanan-migrate'
  /** Told, perhaps twice, of a connection that broke (the server restarted); the pool replaces it by itself. */
  onConnectionLost?: (error: Error) => void
}

export type DatabaseClient = { db: Db; pool: Pool; close: () => Promise<void> }

/** A query ends after four seconds, so that a hung database has become an answer within five. */
const QUERY_TIMEOUT_MS = 4000
/** Time beyond the server's own limit after which the connection counts as lost. */
const ANSWER_GRACE_MS = 500
/** Time-out for a free connection and for a new one to open. */
const CONNECT_TIMEOUT_MS = 2400

/** Opens a pool on a PostgreSQL database. It connects at the first query; `close` waits for running queries. */
export function openDatabase(options: DatabaseOptions): DatabaseClient {
  const { poolSize = 10, queryTimeoutMs = QUERY_TIMEOUT_MS } = options
  const pool = new Pool({
    connectionString: options.connectionString,
    max: poolSize,
    types: valueParsers,
    application_name: options.name ?? 'tahanan',
    ...(options.lockTimeoutMs !== undefined && { lock_timeout: options.lockTimeoutMs }),
    keepAlive: true,
    // Lets reads share a connection (`QueryPool`), and closes the connection of a query that timed out.
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    ...(queryTimeoutMs > 0 && { query_timeout: queryTimeoutMs + ANSWER_GRACE_MS }),
  })
  // Without a listener each, a connection that breaks (idle: the pool's event, in use: its own) would end the process.
  const onLost = (error: Error): void => options.onConnectionLost?.(error)
  pool.on('error', onLost)
  pool.on('connect', (connection) => void connection.on('error', onLost))
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: new QueryPool(pool) }) })
  return { db, pool, close: () => db.destroy().then(() => (pool.ended ? undefined : pool.end())) }
}
