import { Logger, runOnce, type Job } from 'graphile-worker'
import { sql } from 'kysely'
import { Pool } from 'pg'
import type { DbOrTx } from '#platform/db/client.ts'
import { openPool, toWorkerOptions, type JobOptions } from './start-jobs.ts'

export async function runDueJobs<Context>(jobs: JobOptions<Context>): Promise<void> {
  const pool = openPool(jobs)
  try {
    // `runOnce` is repeated, because it ends early if a job must wait for the previous job of its queue.
    while ((await countDueJobs(jobs.db)) > 0) await runOnce(toWorkerOptions(jobs, pool))
  } finally {
    await pool.end()
  }
}

/**
 * Locks a due job, as if its process was killed while running it. Returns the job; `locked_by` is the name of
 * that process. With `useNodeTime`, times come from the clock of the process instead of the database.
 */
export async function abandonDueJob(
  connectionString: string,
  task: string,
  { useNodeTime = false } = {},
): Promise<Job> {
  const pgPool = new Pool({ connectionString })
  const job = await new Promise<Job>((resolve, reject) => {
    const options = {
      pgPool,
      taskList: {
        [task]: (_: unknown, helpers: { job: Job }) => new Promise<void>(() => resolve(helpers.job)),
      },
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      preset: { worker: { useNodeTime } },
    }
    runOnce(options).then(() => reject(new Error('no job is due')), reject)
  })
  await pgPool.end()
  return job
}

export async function countDueJobs(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at <= clock_timestamp()`.execute(db)
  return rows[0]?.many ?? 0
}
