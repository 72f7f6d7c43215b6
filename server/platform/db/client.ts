import {
  CompiledQuery,
  type Compilable,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from 'kysely'
import { Pool } from 'pg'
import { Batches } from './batches.ts'
import { DatabaseDriver, PooledConnection, type NamedQuery } from './database-driver.ts'
import type { DB } from './generated.ts'
import { valueParsers } from './value-parsers.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** First argument of domain functions: they join the caller's transaction or run by themselves. */
export type DbOrTx = Db | Tx

export type DatabaseOptions = {
  connectionString: string
  /** Connections held open at most. */
  poolSize?: number
  /** Longest time one statement may take, in milliseconds; 0 for no limit (migrations, seeding, backups). */
  statementTimeoutMs?: number
  /** Lock time-out of a statement, in milliseconds; that of the statement by default. */
  lockTimeoutMs?: number
  /** Name in the server's list of connections. */
  name?: 'tahanan' | 'tahanan-migrate'
  /** Told, perhaps twice, of a connection that broke (the server restarted); the pool replaces it by itself. */
  onConnectionLost?: (error: Error) => void
}

export type DatabaseClient = { db: Db; pool: Pool; close: () => Promise<void> }

/** A statement ends after four seconds, so that a hung database has become an answer within five. */
const STATEMENT_TIMEOUT_MS = 4000
/** Time beyond the server's own limit after which the connection counts as lost. */
const ANSWER_GRACE_MS = 500
/** Time-out for a free connection and for a new one to open. */
const CONNECT_TIMEOUT_MS = 2400

/** Opens a pool on a PostgreSQL database. It connects at the first query; `close` waits for running queries. */
export function openDatabase(options: DatabaseOptions): DatabaseClient {
  const { poolSize = 10, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  const pool = new Pool({
    connectionString: options.connectionString,
    max: poolSize,
    types: valueParsers,
    application_name: options.name ?? 'tahanan',
    ...(options.lockTimeoutMs !== undefined && { lock_timeout: options.lockTimeoutMs }),
    keepAlive: true,
    // pipelined: a statement does not wait for the answer to the one before it on its connection
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + ANSWER_GRACE_MS }),
  })
  // Without a listener each, a connection that breaks (idle: the pool's event, in use: its own) would end the process.
  const onLost = (error: Error): void => options.onConnectionLost?.(error)
  pool.on('error', onLost)
  pool.on('connect', (connection) => void connection.on('error', onLost))
  const db: Db = new Kysely<DB>({
    dialect: {
      createDriver: () => new DatabaseDriver(pool),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  ways.set(db, { pool, reads: new Batches(pool) })
  return { db, pool, close: () => db.destroy().then(() => (pool.ended ? undefined : pool.end())) }
}

/** Connection of each transaction that `inTransaction` began. */
const connections = new WeakMap<DbOrTx, PooledConnection>()

/**
 * Runs a change in one transaction: all of it is committed, or nothing. Statements that are written as text go to its connection
 * directly, and those of `withCommit` without waiting for each other.
 */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const own = await tx.getExecutor().provideConnection((connection) => Promise.resolve(connection))
    connections.set(tx, own as PooledConnection)
    return work(tx)
  })
}

/**
 * Sends a change's last statements, which do not need each other's answers, together with its commit: a row that everybody waits
 * for is locked for one way to the database and back instead of one for each. Each `statement` sends one statement and no
 * second; the change fails with the first of their errors. Where others began the transaction, they are waited for here.
 */
export async function withCommit(tx: DbOrTx, ...statements: (() => Promise<unknown>)[]): Promise<void> {
  const own = connections.get(tx)
  if (own) for (const statement of statements) own.awaitAtCommit(statement())
  else for (const statement of statements) await statement()
}

/** Pool and batches of each client. A transaction is not in here: it has its connection. */
const ways = new WeakMap<DbOrTx, { pool: Pool; reads: Batches }>()

/**
 * Runs a statement as it stands. Outside a transaction it goes to the pool directly: Kysely's own way costs a list two
 * hundredths of its time.
 */
async function run<R>(db: DbOrTx, query: NamedQuery<R>): Promise<R[]> {
  const own = connections.get(db)
  if (own) return (await own.executeQuery<R>(query)).rows
  const pool = ways.get(db)?.pool
  if (!pool) return (await db.executeQuery<R>(query)).rows
  const connection = new PooledConnection(await pool.connect())
  try {
    return (await connection.executeQuery<R>(query)).rows
  } finally {
    connection.release()
  }
}

/**
 * Runs a query that PostgreSQL parses and plans once per connection and then keeps under `statementName`. One name
 * stands for one text: queries whose text varies (lists of values, optional conditions) need a name for each variant.
 */
export function executeNamed<R>(
  db: DbOrTx,
  statementName: string,
  query: Compilable<R>,
): Promise<QueryResult<R>> {
  const named: NamedQuery<R> = { ...query.compile(), statementName }
  return db.executeQuery(named)
}

/** Runs a named statement written as text, with `$1`… for `values`. Returns its rows. */
export function prepared<R>(
  db: DbOrTx,
  statementName: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  return run(db, { ...CompiledQuery.raw(text, [...values]), statementName } as NamedQuery<R>)
}

/**
 * Runs a statement that an index answers in a fraction of a millisecond: it is batched with those that other calls send at the
 * same moment. In a transaction it runs like any other.
 */
export function quick<R>(
  db: DbOrTx,
  name: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  return ways.get(db)?.reads.query<R>({ name, text, values }) ?? prepared<R>(db, name, text, values)
}

/**
 * Runs a statement without a name, which PostgreSQL plans for these very values and for the tables as they are now: where a
 * value decides which index is right, or a table grows from nothing within a minute. Planning costs about a millisecond.
 */
export function planned<R>(db: DbOrTx, text: string, values: readonly unknown[] = []): Promise<R[]> {
  return run(db, CompiledQuery.raw(text, [...values]) as NamedQuery<R>)
}
