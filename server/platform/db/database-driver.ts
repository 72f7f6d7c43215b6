import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** A compiled query that PostgreSQL keeps prepared under `statementName`, once per connection. */
export type NamedQuery<R = unknown> = CompiledQuery<R> & { statementName?: string }

/** Whether an error leaves its connection in a state that nobody knows: one without an SQLSTATE did not come from the server. */
export const isLost = (error: unknown): boolean => !(error as { code?: string }).code

/**
 * Kysely's driver over a pg pool. It does what the one that comes with Kysely does, and two things more: it knows named
 * (prepared) statements, and it throws a connection away whose answer did not come in time instead of reusing it.
 */
export class DatabaseDriver implements Driver {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(await this.#pool.connect())
  }

  async beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    await connection.executeQuery(
      CompiledQuery.raw(`start transaction${level}${accessMode ? ` ${accessMode}` : ''}`),
    )
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    // A lost connection rolls back by itself; asking it to would only wait for the time limit again.
    if (!connection.lost) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end()
  }
}

/** One of the pool's connections, taken until `release`. */
export class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient
  /** Statements that were sent and whose answers come with the commit's. */
  #sent: Promise<unknown>[] = []
  #committing = false
  lost = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<R>(query: NamedQuery): Promise<QueryResult<R>> {
    const { sql, parameters, statementName } = query
    if (this.#committing) throw new Error(`A statement came after its transaction's commit: ${sql}`)
    try {
      const { command, rowCount, rows } = await this.#client.query({
        text: sql,
        values: parameters as unknown[],
        ...(statementName && { name: statementName }),
      })
      const changed =
        command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
      return { rows: rows ?? [], ...(changed && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      if (isLost(error)) this.lost = true
      // The driver's error was made in the socket's callback; who asked is what helps to find the cause.
      if (error instanceof Error) Error.captureStackTrace(error, this.executeQuery)
      throw error
    }
  }

  /** Takes a statement that has been sent: the commit waits for it, and fails with its error. */
  awaitAtCommit(statement: Promise<unknown>): void {
    statement.catch(() => {})
    this.#sent.push(statement)
  }

  /** Commits. Throws where a statement of the transaction failed, by which PostgreSQL has rolled it back. */
  async commit(): Promise<void> {
    const committed = this.executeQuery(CompiledQuery.raw('commit'))
    const sent = this.#sent
    this.#sent = []
    this.#committing = true
    try {
      for (const answer of await Promise.allSettled([...sent, committed]))
        if (answer.status === 'rejected') throw answer.reason
    } finally {
      this.#committing = false
    }
  }

  // oxlint-disable-next-line require-yield -- nothing streams; the interface asks for it
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported; page through the rows by their key.')
  }

  release(): void {
    this.#client.release(this.lost)
  }
}
