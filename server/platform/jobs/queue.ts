import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { DbOrTx } from '#platform/db/client.ts'

/**
 * Returns the `application_name` of the connection on which a worker listens for jobs. As long as this
 * connection exists, the worker is alive.
 */
export const getListenerName = (workerPool: string): string => `tahanan-jobs ${workerPool}`

export async function installQueue(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new Error(
      'The schema graphile_worker of the job queue could not be created. ' +
        'The role of DATABASE_URL must own the database.',
      { cause: error },
    )
  })
}

/**
 * Unlocks the jobs of killed processes. Recent locks are skipped, because the connection of their process may
 * not be open yet. Jobs that are due in more than a day were added while the clock was ahead; they become due
 * now.
 */
export async function freeAbandonedJobs(db: DbOrTx, olderThanSeconds = 10): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where locked_at
        not between clock_timestamp() - make_interval(secs => ${olderThanSeconds}) and clock_timestamp()
        and not exists (
          select from pg_stat_activity
          where datname = current_database() and application_name = ${getListenerName('')} || locked_by
        )
    )), graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where run_at > clock_timestamp() + interval '1 day'),
      clock_timestamp()
    )`.execute(db)
  // Unlocks queues that are locked although none of their jobs is running. This happens if a worker completes
  // its job late: the job is deleted while a second worker runs it, and then the second worker cannot unlock
  // the queue.
  await sql`
    update graphile_worker._private_job_queues as q set locked_at = null, locked_by = null
    where locked_at not between clock_timestamp() - make_interval(secs => ${olderThanSeconds}) and clock_timestamp()
      and not exists (
        select from graphile_worker._private_jobs where job_queue_id = q.id and locked_at is not null
      )`.execute(db)
}

/**
 * Maximum number of attempts of a periodic job, which take half an hour. Afterwards `addMissingPeriodicJobs`
 * adds a new job.
 */
const MAX_PERIODIC_ATTEMPTS = 8

/** Returns the job options of a periodic task: at most one of its jobs waits, and at most one runs. */
export const getPeriodicJobOptions = (name: string) => ({
  jobKey: name,
  queueName: name,
  maxAttempts: MAX_PERIODIC_ATTEMPTS,
})

export async function runPeriodicTaskNow(db: DbOrTx, name: string): Promise<void> {
  await sql`select from graphile_worker.add_job(
    ${name}, queue_name => ${name}, job_key => ${name}, max_attempts => ${MAX_PERIODIC_ATTEMPTS}
  )`.execute(db)
}

/**
 * Adds a job for each periodic task that has no waiting job: at the first start, after a reset, or after the
 * last attempt of its job failed.
 */
export async function addMissingPeriodicJobs(
  db: DbOrTx,
  periodicTasks: readonly { readonly name: string; readonly everySeconds: number }[],
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      name, queue_name => name, job_key => name, max_attempts => ${MAX_PERIODIC_ATTEMPTS}
    )
    from unnest(
      ${periodicTasks.map(({ name }) => name)}::text[], ${periodicTasks.map(({ everySeconds }) => everySeconds)}::int[]
    ) as chore (name, seconds)
    where not exists (
      select from graphile_worker.jobs where task_identifier = name and (
        locked_at is not null
        or attempts < max_attempts and run_at <= clock_timestamp() + make_interval(secs => seconds + 60)
      )
    )`.execute(db)
}

/** Returns whether a job of the task is running, waiting, or to be retried. */
export async function hasOpenJob(db: DbOrTx, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs
    where task_identifier = ${name} and (locked_at is not null or attempts < max_attempts) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Deletes all jobs that are not running. The jobs of periodic tasks are added again later. */
export async function deleteAllJobs(db: DbOrTx): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null as there`.execute(db)
  if (!rows[0]?.there) return
  await freeAbandonedJobs(db, 0)
  await sql`select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(db)
}

interface QueueCounts {
  readonly name: string
  readonly waiting: number
  readonly failed: number
  /** Seconds since the oldest waiting job became due; 0 if no job is waiting. */
  readonly oldest: number
}

/** Counts the jobs of each task. Tasks without a job are left out. */
export async function countJobsByQueue(db: DbOrTx): Promise<QueueCounts[]> {
  const isDue = sql`locked_at is null and attempts < max_attempts and run_at <= clock_timestamp()`
  const { rows } = await sql<QueueCounts>`
    select task_identifier as name, count(*) filter (where ${isDue})::float8 as waiting,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::float8 as failed,
      coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where ${isDue})), 0)::float8 as oldest
    from graphile_worker.jobs group by task_identifier`.execute(db)
  return rows
}

export async function removeFailedJobs(db: DbOrTx, olderThanDays = 7): Promise<void> {
  await sql`select from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and updated_at < clock_timestamp() - make_interval(days => ${olderThanDays})
  ))`.execute(db)
}
