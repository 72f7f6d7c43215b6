import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { Pool } from 'pg'
import { type Db, KEEP_ALIVE_OPTIONS } from '#platform/db/client.ts'
import { RUN_AGAIN, type Task } from './define-task.ts'
import { addMissingPeriodicJobs, getPeriodicJobOptions, freeAbandonedJobs, getListenerName } from './queue.ts'

const CONCURRENCY = 3
/** Interval at which the worker looks for delayed jobs. It is notified of new jobs immediately. */
const POLL_MS = 2000
const RESTART_MS = 2000
const QUERY_TIMEOUT_MS = 10_000
const REPAIR_INTERVAL_MS = 10_000
const MAX_CONNECTION_AGE_SECONDS = 60

export interface JobOptions<Context> {
  readonly connectionString: string
  readonly db: Db
  readonly tasks: readonly Task<Context>[]
  readonly context: Context
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'debug'>
}

export function startJobs<Context>(jobs: JobOptions<Context>): { stop(): Promise<void> } {
  const { log } = jobs
  const pool = openPool(jobs)
  const options = { ...toWorkerOptions(jobs, pool), parsedCronItems: [] }
  const stopController = new AbortController()
  let runner: Runner | undefined
  // If the answer to "get job" is lost, PostgreSQL has locked a job that nobody runs. Stopping the runner
  // closes the connection on which it listens, so that the next repair unlocks the job.
  options.events?.on('worker:getJob:error', () => void runner?.stop().catch(() => {}))
  const runnerLoop = runUntilStopped()

  /**
   * Restarts the library's job runner each time it ends. It ends if the database fails while a job is fetched
   * or completed.
   */
  async function runUntilStopped(): Promise<void> {
    while (!stopController.signal.aborted) {
      try {
        runner = await run(options)
        if (!stopController.signal.aborted) await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'the job runner stopped; it restarts')
      }
      await sleep(RESTART_MS, undefined, { signal: stopController.signal, ref: false }).catch(() => {})
    }
    // The error is ignored, because `stop` rejects if the runner has already ended.
    await runner?.stop().catch(() => {})
  }

  return {
    async stop() {
      stopController.abort()
      await runner?.stop().catch(() => {})
      await runnerLoop
      await pool.end()
    },
  }
}

/**
 * Opens the connections of the job queue. One of them listens for new jobs. The jobs themselves use the
 * portal's pool.
 */
export function openPool({
  connectionString,
  log,
}: Pick<JobOptions<never>, 'connectionString' | 'log'>): Pool {
  const pool = new Pool({
    connectionString,
    max: 3,
    application_name: 'tahanan-jobs',
    ...KEEP_ALIVE_OPTIONS,
    // In pg's pipeline mode the connection is closed if a query times out.
    pipeline: true,
    // Without these limits a query to a vanished server would never end, and its worker would run no more
    // jobs.
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    // The workers use the same connections for ever. One opened while the database was read-only may stay
    // read-only, so that no job could be locked.
    maxLifetimeSeconds: MAX_CONNECTION_AGE_SECONDS,
  })
  const onLost = (error: Error): void => log.warn({ err: error }, 'a connection of the job queue was lost')
  pool.on('error', onLost)
  pool.on('connect', (connection) => void connection.on('error', onLost))
  return pool
}

export function toWorkerOptions<Context>(
  { tasks, context, log, db }: JobOptions<Context>,
  pgPool: Pool,
): RunnerOptions {
  const taskList: TaskList = {}
  const periodicTasks: { name: string; everySeconds: number }[] = []
  for (const { name, everySeconds, run: runTask } of tasks) {
    if (everySeconds !== undefined) periodicTasks.push({ name, everySeconds })
    taskList[name] = async (payload, { addJob }) => {
      const result = await runTask(context, payload)
      const delaySeconds = result === RUN_AGAIN ? 0 : everySeconds
      if (delaySeconds !== undefined)
        await addJob(
          name,
          {},
          { ...getPeriodicJobOptions(name), runAt: new Date(Date.now() + delaySeconds * 1000) },
        )
    }
  }
  const repairQueue = async (): Promise<void> => {
    await freeAbandonedJobs(db)
    await addMissingPeriodicJobs(db, periodicTasks)
  }
  return {
    pgPool,
    taskList,
    events: createWorkerEvents(log, repairQueue),
    logger: new Logger(() => (level, message) => {
      // Errors of the library are not logged here as warnings, because the event `job:error` already logs
      // failed jobs.
      if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    minResetLockedInterval: REPAIR_INTERVAL_MS,
    maxResetLockedInterval: REPAIR_INTERVAL_MS,
    noHandleSignals: true,
    // Completed jobs are stored one by one. If the library stored them in batches, an error in storing one
    // would end the process as an unhandled error.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
}

function createWorkerEvents(log: JobOptions<never>['log'], repair: () => Promise<void>): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('job:error', ({ job, error }) => {
    const { task_identifier: task, attempts, max_attempts: maxAttempts } = job
    const retryText = attempts < maxAttempts ? 'it will be retried' : 'it will not be retried'
    log.warn({ err: error, job: job.id, task, attempts }, `a job failed; ${retryText}`)
  })
  // Repairs the queue each time the library checks for old locks. The library itself unlocks the jobs of
  // killed processes only after four hours.
  events.on('resetLocked:success', () => {
    repair().catch((error: unknown) => log.warn({ err: error }, 'the job queue could not be repaired'))
  })
  events.on('pool:listen:success', ({ client, workerPool }) => {
    // These settings let PostgreSQL detect a vanished process after 25 seconds instead of two hours. Until
    // then the jobs of that process stay locked.
    client
      .query(
        `select set_config('application_name', $1, false), set_config('tcp_keepalives_idle', '10', false),
          set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`,
        [getListenerName(workerPool.id)],
      )
      .catch(() => {})
  })
  // The worker no longer listens on this connection. Resets its name, because connections with this name
  // prove that their worker is alive.
  events.on('pool:listen:release', ({ client }) => {
    client.query('reset application_name').catch(() => {})
  })
  return events
}
