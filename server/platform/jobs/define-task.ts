import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { DbOrTx } from '#platform/db/client.ts'

export interface Task<Context> {
  readonly name: string
  /** Seconds from the end of a run to the start of the next one. */
  readonly everySeconds?: number
  /** Runs a job of the task. If it throws, it is retried after a delay that grows with each attempt. */
  readonly run: (context: Context, payload: unknown) => Promise<unknown>
}

export interface JobTask<Context, Payload> extends Task<Context> {
  /** Adds a job to the queue. The job runs after the transaction is committed. */
  readonly add: (db: DbOrTx, payload: Payload) => Promise<void>
}

/**
 * Maximum number of attempts. The delays between them grow from 3 seconds to 2.5 minutes; together they are
 * four minutes.
 */
const MAX_JOB_ATTEMPTS = 6

/**
 * Declares a task whose jobs have a payload. A payload must contain only ids, no tokens or addresses, because
 * operators can read the rows of the job queue. If a process is killed during a job, the job runs again.
 */
export function defineTask<Context, Schema extends TSchema>({
  name,
  payload: schema,
  run,
}: {
  name: string
  payload: Schema
  run: (context: Context, payload: Static<Schema>) => Promise<unknown>
}): JobTask<Context, Static<Schema>> {
  return {
    name,
    run: (context, payload) => run(context, Value.Parse(schema, payload)),
    // `queue_name` makes the jobs of a task run one after another, so that a hanging mail server blocks only
    // one worker.
    async add(db, payload) {
      await sql`select from graphile_worker.add_job(
        ${name}, ${JSON.stringify(payload)}::json, queue_name => ${name}, max_attempts => ${MAX_JOB_ATTEMPTS}
      )`.execute(db)
    },
  }
}

/** Return value of a periodic task that has more to do. The task then runs again immediately. */
export const RUN_AGAIN = Symbol('again')

/** Declares a task that runs at intervals, in only one process at a time. */
export function definePeriodicTask<Context>(
  name: string,
  everySeconds: number,
  run: (context: Context) => Promise<unknown>,
): Task<Context> {
  return { name, everySeconds, run }
}
