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
import type { Db } from '#platform/db/client.ts'
import type { Task } from './define-task.ts'
import { addMissingChores, choreJob, freeAbandonedJobs, listenerName } from './queue.ts'

/** Jobs that one process runs at once. */
const AT_ONCE = 3
/** Milliseconds between two searches of a worker for jobs whose time has come; of new ones it is told at once. */
const POLL_MS = 2000
const BEGIN_AGAIN_MS = 2000
/** Milliseconds between two repairs of the queue: jobs of killed processes, chores without a job. */
const MEND_MS = 10_000

export interface JobParts<Parts> {
  readonly connectionString: string
  readonly db: Db
  readonly tasks: readonly Task<Parts>[]
  readonly parts: Parts
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'debug'>
}

/** Runs jobs in this process until it is stopped, chores among them. */
export function startJobs<Parts>(jobs: JobParts<Parts>): { stop(): Promise<void> } {
  const { log } = jobs
  const pool = openPool(jobs)
  const options = { ...optionsOf(jobs, pool), parsedCronItems: [] }
  const stopping = new AbortController()
  let runner: Runner | undefined
  const running = keepRunning()

  /** A runner ends where the database goes away while a job is completed. */
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        runner = await run(options)
        if (!stopping.signal.aborted) await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'jobs stopped running; they begin again')
      }
      await sleep(BEGIN_AGAIN_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
    // One that has ended by itself cannot be stopped.
    await runner?.stop().catch(() => {})
  }

  return {
    async stop() {
      stopping.abort()
      await runner?.stop().catch(() => {})
      await running
      await pool.end()
    },
  }
}

/** Connections for the queue itself, one of which listens for new jobs. Jobs work with the portal's own. */
export function openPool({ connectionString, log }: Pick<JobParts<never>, 'connectionString' | 'log'>): Pool {
  const pool = new Pool({
    connectionString,
    max: 3,
    application_name: 'tahanan-jobs',
    keepAlive: true,
    pipeline: true,
  })
  const onLost = (error: Error): void => log.warn({ err: error }, 'a connection of the job queue was lost')
  pool.on('error', onLost)
  pool.on('connect', (connection) => void connection.on('error', onLost))
  return pool
}

/** Options of the library for the tasks, which add chores again after each run. */
export function optionsOf<Parts>({ tasks, parts, log, db }: JobParts<Parts>, pgPool: Pool): RunnerOptions {
  const taskList: TaskList = {}
  const chores: { name: string; everySeconds: number }[] = []
  for (const { name, everySeconds, run: runTask } of tasks) {
    if (everySeconds !== undefined) chores.push({ name, everySeconds })
    taskList[name] = async (payload, { addJob }) => {
      await runTask(parts, payload)
      if (everySeconds !== undefined)
        await addJob(name, {}, { ...choreJob(name), runAt: new Date(Date.now() + everySeconds * 1000) })
    }
  }
  const mend = async (): Promise<void> => {
    await freeAbandonedJobs(db)
    await addMissingChores(db, chores)
  }
  return {
    pgPool,
    taskList,
    events: eventsTo(log, mend),
    logger: new Logger(() => (level, message) => {
      // Jobs that fail are told by their events.
      if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
    concurrency: AT_ONCE,
    pollInterval: POLL_MS,
    minResetLockedInterval: MEND_MS,
    maxResetLockedInterval: MEND_MS,
    noHandleSignals: true,
    // Without a batch, nobody would catch the error of a job that cannot be completed.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
}

function eventsTo(log: JobParts<never>['log'], mend: () => Promise<void>): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('job:error', ({ job, error }) => {
    const { task_identifier: task, attempts, max_attempts: most } = job
    const next = attempts < most ? 'it is tried again later' : 'it is given up'
    log.warn({ err: error, job: job.id, task, attempts }, `a job failed; ${next}`)
  })
  // The library itself frees jobs of killed processes after four hours only.
  events.on('resetLocked:success', () => {
    mend().catch((error: unknown) => log.warn({ err: error }, 'the job queue could not be mended'))
  })
  events.on('pool:listen:success', ({ client, workerPool }) => {
    client
      .query('select set_config($1, $2, false)', ['application_name', listenerName(workerPool.id)])
      .catch(() => {})
  })
  return events
}
