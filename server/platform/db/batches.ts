import type { Pool, PoolClient } from 'pg'

/** A statement as the pool takes it; PostgreSQL keeps it prepared where it has a name. */
interface BatchedStatement {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

interface Asked {
  readonly statement: BatchedStatement
  readonly resolve: (rows: never[]) => void
  readonly reject: (error: Error) => void
}

/** Whether an error leaves its connection in a state that nobody knows: one without an SQLSTATE did not come from the server. */
export const isLost = (error: unknown): boolean => !(error as { code?: string }).code

/** Statements that one connection takes at a time: enough to save most connections, few enough to wait for. */
const MOST = 8

/**
 * Batches the statements of one turn of the event loop, of all calls, over one connection: a call that reads three rows takes
 * one connection instead of three, and a third of the processor time (docs/decisions/0019). PostgreSQL answers them one after
 * the other, so this is for statements that take a fraction of a millisecond. Each is its own transaction and fails alone.
 */
export class Batches {
  readonly #pool: Pool
  #asked: Asked[] = []

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Answers the statement's rows. Rejects like a query of the pool. */
  query<Row>(statement: BatchedStatement): Promise<Row[]> {
    return new Promise<Row[]>((resolve, reject) => {
      if (this.#asked.push({ statement, resolve, reject }) === 1) setImmediate(this.#send)
      else if (this.#asked.length === MOST) this.#send()
    })
  }

  readonly #send = (): void => {
    const batch = this.#asked
    if (batch.length === 0) return
    this.#asked = []
    this.#pool.connect((error, client, release) => {
      if (!client) return batch.forEach(({ reject }) => reject(error ?? new Error('no connection')))
      sendAll(client, batch, release)
    })
  }
}

function sendAll(client: PoolClient, batch: readonly Asked[], release: (lost: boolean) => void): void {
  let open = batch.length
  let lost = false
  for (const { statement, resolve, reject } of batch) {
    client.query(statement, (error, result) => {
      if (error && isLost(error)) lost = true
      if (--open === 0) release(lost)
      if (error) reject(error)
      else resolve(result.rows as never[])
    })
  }
}
