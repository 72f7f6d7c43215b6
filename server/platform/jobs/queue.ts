import { runMigrations } from 'graphile-worker'
import { sql, type RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { DbOrTx } from '#platform/db/client.ts'

/** Name of a worker's listening connection, by which the others see that it lives. */
export const listenerName = (workerPool: string): string => `tahanan-jobs ${workerPool}`

/** Creates the queue's own schema `graphile_worker`, or brings it up to date. */
export async function installQueue(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new Error(
      'The schema graphile_worker of the job queue could not be created. The role of DATABASE_URL must own the database.',
      { cause: error },
    )
  })
}

/**
 * Frees jobs of processes that were killed, so that others run them. Young ones are left: their process may be connecting. Jobs
 * that wait for longer than any does were added while the clock was ahead; they run now.
 */
export async function freeAbandonedJobs(db: DbOrTx, olderThanSeconds = 10): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where locked_at not between clock_timestamp() - make_interval(secs => ${olderThanSeconds}) and clock_timestamp()
        and not exists (
          select from pg_stat_activity
          where datname = current_database() and application_name = ${listenerName('')} || locked_by
        )
    )), graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where run_at > clock_timestamp() + interval '1 day'), clock_timestamp()
    )`.execute(db)
}

/** Tries of a chore before it begins anew; the waits between them add up to half an hour. */
const CHORE_ATTEMPTS = 8

/** A chore has one job that waits at most, and never runs twice at once. */
export const choreJob = (name: string) => ({ jobKey: name, queueName: name, maxAttempts: CHORE_ATTEMPTS })

/** Adds the jobs of chores that have none: at the first start, after a reset, and where one was given up. */
export async function addMissingChores(
  db: DbOrTx,
  chores: readonly { readonly name: string; readonly everySeconds: number }[],
): Promise<void> {
  await sql`
    select graphile_worker.add_job(name, queue_name => name, job_key => name, max_attempts => ${CHORE_ATTEMPTS})
    from unnest(${chores.map(({ name }) => name)}::text[], ${chores.map(({ everySeconds }) => everySeconds)}::int[])
      as chore (name, seconds)
    where not exists (
      select from graphile_worker.jobs where task_identifier = name and (
        locked_at is not null
        or attempts < max_attempts and run_at <= clock_timestamp() + make_interval(secs => seconds + 60)
      )
    )`.execute(db)
}

/** Removes all jobs but those that run, for a database whose rows are replaced: chores come back by their schedules. */
export async function emptyQueue(db: DbOrTx): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null as there`.execute(db)
  if (!rows[0]?.there) return
  await freeAbandonedJobs(db, 0)
  await sql`select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(db)
}

/** Counts jobs that are due and not begun. */
export const countDueJobs = (db: DbOrTx): Promise<number> =>
  countJobs(db, sql`attempts < max_attempts and run_at <= clock_timestamp()`)

/** Counts jobs that were given up after their last try. */
export const countFailedJobs = (db: DbOrTx): Promise<number> => countJobs(db, sql`attempts >= max_attempts`)

async function countJobs(db: DbOrTx, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from graphile_worker.jobs where locked_at is null and ${which}`.execute(db)
  return rows[0]?.many ?? 0
}

/** Removes jobs that failed for good a week ago. */
export async function removeFailedJobs(db: DbOrTx, olderThanDays = 7): Promise<void> {
  await sql`select from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and updated_at < clock_timestamp() - make_interval(days => ${olderThanDays})
  ))`.execute(db)
}
