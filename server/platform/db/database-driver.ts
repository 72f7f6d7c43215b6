import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { Batches, isLost } from './batches.ts'

/** A compiled query, and how it is sent. */
export interface SentQuery<Row = unknown> extends CompiledQuery<Row> {
  /** Name under which PostgreSQL keeps it prepared, once per connection. One name stands for one text. */
  readonly statementName?: string
  /** Whether it is sent in a batch with those of other calls. In a transaction it goes alone. */
  readonly batched?: boolean
}

/**
 * Kysely's driver over a pg pool, with three differences: it knows named (prepared) statements, sends small reads in batches,
 * and throws a connection away whose answer did not come in time instead of reusing it.
 */
export class DatabaseDriver implements Driver {
  readonly #pool: Pool
  readonly #batches: Batches

  constructor(pool: Pool) {
    this.#pool = pool
    this.#batches = new Batches(pool)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(this.#pool, this.#batches)
  }

  async beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    await connection.beginTransaction(`start transaction${level}${accessMode ? ` ${accessMode}` : ''}`)
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await connection.endTransaction('commit')
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    await connection.endTransaction('rollback')
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end()
  }
}

/** One of the pool's connections: taken at the first statement that needs one of its own, held until `release`. */
class PooledConnection implements DatabaseConnection {
  readonly #pool: Pool
  readonly #batches: Batches
  #client: PoolClient | undefined
  #lost = false
  #once = false
  #ended = false

  constructor(pool: Pool, batches: Batches) {
    this.#pool = pool
    this.#batches = batches
  }

  async executeQuery<Row>(query: SentQuery): Promise<QueryResult<Row>> {
    if (this.#ended) throw new Error('The transaction of this statement has ended.')
    const { sql, parameters, statementName, batched } = query
    const statement = {
      text: sql,
      values: [...parameters],
      ...(statementName !== undefined && { name: statementName }),
    }
    if (batched && !this.#client) return { rows: await this.#batches.query<Row>(statement) }
    this.#client ??= await this.#pool.connect()
    try {
      const { command, rowCount, rows } = await this.#client.query(statement)
      const changed =
        command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
      return { rows: rows ?? [], ...(changed && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      if (isLost(error)) this.#lost = true
      // The driver's error was made in the socket's callback; who asked is what helps to find the cause.
      if (error instanceof Error) Error.captureStackTrace(error, this.executeQuery)
      throw error
    }
  }

  // oxlint-disable-next-line require-yield -- nothing streams; the interface asks for it
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported; page through the rows by their key.')
  }

  async beginTransaction(how: string): Promise<void> {
    // a connection that Kysely takes to migrate goes on after its transactions
    this.#once = this.#client === undefined
    await this.executeQuery(CompiledQuery.raw(how))
  }

  /**
   * Ends the transaction. A statement that comes later is refused: Kysely makes those of a transaction wait for each other, and
   * after a failure one that still waited would be done alone and for good.
   */
  async endTransaction(how: 'commit' | 'rollback'): Promise<void> {
    // A lost connection rolls back by itself, and asking it to would only wait for the time limit again. So does a failed commit.
    const over = how === 'rollback' && (this.#lost || this.#ended)
    const ended = over ? null : this.executeQuery(CompiledQuery.raw(how))
    this.#ended = this.#once
    await ended
  }

  release(): void {
    this.#client?.release(this.#lost)
    this.#client = undefined
  }
}
