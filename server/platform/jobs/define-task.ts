import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { DbOrTx } from '#platform/db/client.ts'

/** Work that is done beside the calls, by whichever process comes to it first. `Parts` is what it works with. */
export interface Task<Parts> {
  readonly name: string
  /** Comes due by itself so many seconds after each run. */
  readonly everySeconds?: number
  /** Throws where it failed: it is then tried again, later each time. */
  readonly run: (parts: Parts, payload: unknown) => Promise<unknown>
}

/** A task whose jobs are added by changes. */
interface JobTask<Parts, Payload> extends Task<Parts> {
  /** Adds a job, which runs once the transaction is committed. */
  readonly add: (db: DbOrTx, payload: Payload) => Promise<void>
}

/** Tries of a job; the waits between them grow from 3 seconds to 2.5 minutes and add up to four minutes. */
const ATTEMPTS = 6

/**
 * Declares a task. Its payload holds ids only, no token and no address: jobs are rows that operators read. A job runs again
 * where its process was killed before it was done.
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
    // Jobs of a task run one after another: a mail server that hangs holds up one of them at a time.
    async add(db, payload) {
      await sql`select from graphile_worker.add_job(
        ${name}, ${JSON.stringify(payload)}::json, queue_name => ${name}, max_attempts => ${ATTEMPTS}
      )`.execute(db)
    },
  }
}

/** Declares a task that comes due again and again. One process at a time runs it. */
export function defineChore<Parts>(
  name: string,
  everySeconds: number,
  run: (parts: Parts) => Promise<unknown>,
): Task<Parts> {
  return { name, everySeconds, run }
}
