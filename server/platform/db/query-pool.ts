import type { Kysely, PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import type { DB } from './generated.ts'

export const preparedQueries = new Map<string, { readonly name: string; readonly isRead: boolean }>()

export const queryPools = new WeakMap<Kysely<DB>, QueryPool>()

/** SQLSTATE code of a write to a standby or another read-only database. */
export const READ_ONLY_CODE = '25006'

/**
 * Maximum number of reads that share a connection. It is small, because each read waits for the reads before
 * it.
 */
const MAX_READS = 8

/**
 * Returns true if the connection must be replaced. Server errors have a SQLSTATE code; an error without a
 * code means that the connection was lost. A connection opened while the database was read-only may stay
 * read-only, so it is replaced too.
 */
function isLost(error: unknown): boolean {
  const { code } = error as { code?: string }
  return !code || code === READ_ONLY_CODE
}

type Result = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

interface SharedConnection {
  readonly client: Promise<PoolClient>
  pendingCount: number
  sentCount: number
  isLost: boolean
}

/**
 * Connection pool for Kysely's PostgreSQL dialect. Prepared queries are sent by name. Prepared reads outside
 * of a transaction share a connection in pg's pipeline mode, which pg's own pool cannot do
 * (docs/decisions/0019).
 */
export class QueryPool implements PostgresPool {
  readonly #pool: Pool
  #shared: SharedConnection | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  connect(): Promise<PostgresPoolClient> {
    return Promise.resolve(new Connection(this.#pool, (query) => this.runReadQuery(query)))
  }

  async end(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end()
  }

  async runReadQuery(query: QueryConfig): Promise<QueryResult> {
    const sharedConnection = (this.#shared ??= {
      client: this.#pool.connect(),
      pendingCount: 0,
      sentCount: 0,
      isLost: false,
    })
    sharedConnection.pendingCount += 1
    if (++sharedConnection.sentCount === MAX_READS) this.#shared = undefined
    try {
      const client = await sharedConnection.client
      return await client.query(query)
    } catch (error) {
      sharedConnection.isLost ||= isLost(error)
      throw error
    } finally {
      if (--sharedConnection.pendingCount === 0) {
        if (this.#shared === sharedConnection) this.#shared = undefined
        sharedConnection.client.then(
          (client) => client.release(sharedConnection.isLost),
          () => {},
        )
      }
    }
  }
}

class Connection implements PostgresPoolClient {
  readonly #pool: Pool
  readonly #read: (query: QueryConfig) => Promise<QueryResult>
  #client: PoolClient | undefined
  #isLost = false
  #isTransaction = false
  #hasEnded = false

  constructor(pool: Pool, runReadQuery: (query: QueryConfig) => Promise<QueryResult>) {
    this.#pool = pool
    this.#read = runReadQuery
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string')
      throw new TypeError('Cursors are not supported; page through the rows by their key.')
    return this.#send(text, [...values])
  }

  async #send(text: string, values: unknown[]): Promise<Result> {
    const preparedQuery = preparedQueries.get(text)
    const query = preparedQuery ? { name: preparedQuery.name, text, values } : { text, values }
    // Skips the rollback, because PostgreSQL already did it when the connection was lost or the commit failed,
    // and does it when `release` closes a read-only connection.
    if (text === 'rollback' && (this.#isLost || this.#hasEnded))
      return { command: '', rowCount: null, rows: [] }
    // Refuses queries that Kysely queued before a rollback, because they would now run outside of the
    // transaction.
    if (this.#hasEnded) throw new Error('The transaction of this query has ended.')
    if (preparedQuery?.isRead && !this.#client) return this.#read(query)
    // `#isTransaction` is set only by the first query of a connection, because the migrator continues to use
    // the connection after its transaction.
    if (!this.#client) this.#isTransaction = text === 'begin' || text.startsWith('start transaction')
    this.#hasEnded = this.#isTransaction && (text === 'commit' || text === 'rollback')
    this.#client ??= await this.#pool.connect()
    try {
      return await this.#client.query(query)
    } catch (error) {
      this.#isLost ||= isLost(error)
      throw error
    }
  }

  release(): void {
    this.#client?.release(this.#isLost)
    this.#client = undefined
  }
}
