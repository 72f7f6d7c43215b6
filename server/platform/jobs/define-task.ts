import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { DbOrTx } from '#platform/db/client.ts'

export interface Task<Parts> {
  readonly name: string
  /** Interval of a periodic task: seconds from the end of a run to the next one. */
  readonly everySeconds?: number
  /** A job that throws is retried with backoff. */
  readonly run: (parts: Parts, payload: unknown) => Promise<unknown>
}

export interface JobTask<Parts, Payload> extends Task<Parts> {
  /** Adds a job, which runs after the commit. */
  readonly add: (db: DbOrTx, payload: Payload) => Promise<void>
}

/** The backoff grows from 3 seconds to 2.5 minutes, four minutes in total. */
const ATTEMPTS = 6

/**
 * Declares a task. A payload contains only ids, no tokens or addresses, since operators can read the rows of
 * jobs. A job runs again if its process is killed.
 */
export function defineTask<Parts, Schema extends TSchema>({
  name,
  payload: schema,
  run,
}: {
  name: string
  payload: Schema
  run: (parts: Parts, payload: Static<Schema>) => Promise<unknown>
}): JobTask<Parts, Static<Schema>> {
  return {
    name,
    run: (parts, payload) => run(parts, Value.Parse(schema, payload)),
    // Jobs of a task run one at a time, so that a hanging mail server blocks only one worker.
    async add(db, payload) {
      await sql`select from graphile_worker.add_job(
        ${name}, ${JSON.stringify(payload)}::json, queue_name => ${name}, max_attempts => ${ATTEMPTS}
      )`.execute(db)
    },
  }
}

/** A periodic task returns it if it has more to do: it then runs again at once. */
export const AGAIN = Symbol('again')

/** Declares a periodic task, run by one process at a time. */
export function defineChore<Parts>(
  name: string,
  everySeconds: number,
  run: (parts: Parts) => Promise<unknown>,
): Task<Parts> {
  return { name, everySeconds, run }
}
