import { Logger, runOnce, type Job } from 'graphile-worker'
import { Pool } from 'pg'
import { countDueJobs } from './queue.ts'
import { openPool, optionsOf, type JobParts } from './run-jobs.ts'

/** Runs the jobs that are due now until none is left. */
export async function runDueJobs<Parts>(jobs: JobParts<Parts>): Promise<void> {
  const pool = openPool(jobs)
  try {
    // One run ends where the next job waits for the one before it in its queue.
    while ((await countDueJobs(jobs.db)) > 0) await runOnce(optionsOf(jobs, pool))
  } finally {
    await pool.end()
  }
}

/**
 * Takes a due job as a process does that is killed before the job is done. Returns it with the name of that process
 * (`locked_by`). With `useNodeTime` the process's own clock says when.
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
