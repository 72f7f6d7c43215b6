import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/db/testing.ts'
import { RUN_AGAIN, definePeriodicTask, defineTask, type Task } from './define-task.ts'
import {
  addMissingPeriodicJobs,
  countJobsByQueue,
  deleteAllJobs,
  freeAbandonedJobs,
  hasOpenJob,
  removeFailedJobs,
  runPeriodicTaskNow,
} from './queue.ts'
import { openPool, startJobs } from './start-jobs.ts'
import { abandonDueJob, countDueJobs, runDueJobs } from './testing.ts'

interface TestContext {
  readonly ranIds: number[]
}
const noteTask = defineTask({
  name: 'note',
  payload: Type.Object({ id: Type.Integer() }),
  run: async ({ ranIds }: TestContext, { id }) => void ranIds.push(id),
})
const failingTask = defineTask({
  name: 'fail',
  payload: Type.Object({ id: Type.Integer() }),
  run: async () => {
    throw new Error('It cannot be done.')
  },
})

let database: TestDatabase
let finishedIds: number[]
let warnings: { details: unknown; message: string }[]
beforeEach(async () => {
  finishedIds = []
  warnings = []
  database = await createTestDatabase()
})
afterEach(() => database.destroy())

const createJobs = (tasks: readonly Task<TestContext>[] = [noteTask, failingTask]) => ({
  connectionString: database.connectionString,
  db: database.db,
  tasks,
  context: { ranIds: finishedIds },
  log: {
    debug() {},
    warn: (details: unknown, message?: string) => void warnings.push({ details, message: message ?? '' }),
  },
})
const runDueTestJobs = () => runDueJobs(createJobs())
async function listJobs() {
  const { rows } = await sql<{ task: string; attempts: number; seconds: number; error: string | null }>`
    select task_identifier as task, attempts, last_error as error,
      extract(epoch from run_at - updated_at)::float8 as seconds
    from graphile_worker.jobs order by id`.execute(database.db)
  return rows
}
const abandonNoteJob = (options?: { useNodeTime: boolean }) =>
  abandonDueJob(database.connectionString, noteTask.name, options)
const rescheduleAllJobs = (runAt: string) =>
  sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), ${runAt})`.execute(
    database.db,
  )

test('a job of a committed transaction runs once', async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await noteTask.add(tx, { id: 1 })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await database.db.transaction().execute((tx) => noteTask.add(tx, { id: 2 }))
  await runDueTestJobs()
  await runDueTestJobs()
  expect(finishedIds).toEqual([2])
  expect(await listJobs()).toEqual([])
})

test('a failed job is logged and retried with backoff, at most six times', async () => {
  await failingTask.add(database.db, { id: 1 })
  await noteTask.add(database.db, { id: 2 })
  const waitSeconds: number[] = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    await runDueTestJobs()
    await runDueTestJobs()
    const [job] = await listJobs()
    expect(job).toMatchObject({ task: 'fail', attempts: attempt, error: 'It cannot be done.' })
    waitSeconds.push(job?.seconds ?? 0)
    await rescheduleAllJobs('now')
  }
  expect(finishedIds).toEqual([2])
  expect(waitSeconds.every((wait, n) => wait > Math.exp(n + 1) - 1)).toBe(true)
  expect(warnings.map(({ message }) => message.split('; ')[1])).toEqual([
    ...Array<string>(5).fill('it will be retried'),
    'it will not be retried',
  ])
  await runDueTestJobs()
  expect(warnings).toHaveLength(6)
  await removeFailedJobs(database.db)
  expect(await listJobs()).toHaveLength(1)
  await removeFailedJobs(database.db, 0)
  expect(await listJobs()).toEqual([])
})

test('a payload of another version is refused', async () => {
  await sql`select graphile_worker.add_job('note', '{"id": "A-101"}', max_attempts => 1)`.execute(database.db)
  await runDueTestJobs()
  expect(finishedIds).toEqual([])
  expect(warnings).toHaveLength(1)
})

test('several processes share the queue: a job runs once, a chore in one process at a time', async () => {
  let runningCount = 0
  let maxRunningCount = 0
  const periodicTask = definePeriodicTask('chore', 60, async ({ ranIds }: TestContext) => {
    maxRunningCount = Math.max(maxRunningCount, ++runningCount)
    await sleep(30)
    ranIds.push(0)
    runningCount -= 1
  })
  const processes = [1, 2, 3].map(() => startJobs(createJobs([noteTask, periodicTask])))
  for (let id = 1; id <= 12; id++) await noteTask.add(database.db, { id })
  for (let n = 0; n < 3; n++)
    await sql`select graphile_worker.add_job('chore', queue_name => 'chore')`.execute(database.db)
  const countPeriodicRuns = () => finishedIds.filter((id) => id === 0).length
  await expect.poll(() => finishedIds.length - countPeriodicRuns()).toBe(12)
  await expect.poll(countPeriodicRuns).toBeGreaterThanOrEqual(3)
  // The repair of the queue may have added a fourth job of this task, which must be run too.
  await expect.poll(() => countDueJobs(database.db)).toBe(0)
  await Promise.all(processes.map(({ stop }) => stop()))
  expect(finishedIds.filter((id) => id > 0).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 1),
  )
  expect(maxRunningCount).toBe(1)
  expect(await listJobs()).toMatchObject([{ task: 'chore', attempts: 0 }])
})

test('stopping waits for running jobs', async () => {
  const slowTask = defineTask({
    name: 'slow',
    payload: Type.Object({}),
    async run({ ranIds }: TestContext) {
      ranIds.push(1)
      await sleep(300)
      ranIds.push(2)
    },
  })
  const jobProcess = startJobs(createJobs([slowTask]))
  await slowTask.add(database.db, {})
  await expect.poll(() => finishedIds).toEqual([1])
  await jobProcess.stop()
  expect(finishedIds).toEqual([1, 2])
  expect(await listJobs()).toEqual([])
})

test('jobs of a killed process are unlocked, jobs of a running process are not', async () => {
  await noteTask.add(database.db, { id: 1 })
  const { locked_by: killedWorkerId } = await abandonNoteJob()
  await runDueTestJobs()
  expect(finishedIds).toEqual([])
  const runningConnection = await database.pool.connect()
  await runningConnection.query(`set application_name = 'tahanan-jobs ${killedWorkerId}'`)
  await freeAbandonedJobs(database.db, 0)
  await runDueTestJobs()
  expect(finishedIds).toEqual([])
  await runningConnection.query(`set application_name = 'tahanan'`)
  runningConnection.release()
  // This lock is recent, so it is not released: the connection of its process may not be open yet.
  await freeAbandonedJobs(database.db)
  await runDueTestJobs()
  expect(finishedIds).toEqual([])
  await freeAbandonedJobs(database.db, 0)
  await runDueTestJobs()
  expect(finishedIds).toEqual([1])
})

test('a queue that stayed locked without a job is unlocked', async () => {
  await sql`select graphile_worker.add_job('note', '{"id": 1}', queue_name => 'notes')`.execute(database.db)
  // Simulates a worker that completed its job too late: the queue is locked by a worker that no longer
  // exists, and no job is running.
  await sql`update graphile_worker._private_job_queues
    set locked_by = 'pool-of-others', locked_at = clock_timestamp() - interval '1 minute'`.execute(
    database.db,
  )
  await freeAbandonedJobs(database.db)
  const { rows } = await sql<object>`select locked_by from graphile_worker._private_job_queues`.execute(
    database.db,
  )
  expect(rows).toEqual([{ locked_by: null }])
  await runDueTestJobs()
  expect(finishedIds).toEqual([1])
})

test('a chore without a job gets one: at first, after a reset, a failure, or a wrong clock', async () => {
  const periodicTasks = [{ name: 'chore', everySeconds: 60 }]
  const addMissingJobs = () => addMissingPeriodicJobs(database.db, periodicTasks)
  const expectOneWaitingJob = async () => {
    await addMissingJobs()
    // Failed jobs (with attempts) stay in the table for the operator. They are not counted here.
    const waitingJobs = (await listJobs()).filter(({ attempts }) => attempts === 0)
    expect(waitingJobs).toMatchObject([{ task: 'chore' }])
    expect(waitingJobs[0]?.seconds).toBeLessThan(61)
  }
  await Promise.all([addMissingJobs(), addMissingJobs(), addMissingJobs()])
  await expectOneWaitingJob()
  await sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs))`.execute(
    database.db,
  )
  await expectOneWaitingJob()
  await rescheduleAllJobs('2100-01-01')
  await expectOneWaitingJob()
  await deleteAllJobs(database.db)
  await expectOneWaitingJob()
})

test('a chore that has more to do runs again at once, and then after its interval', async () => {
  const remainingCounts = [2, 1, 0]
  const periodicTask = definePeriodicTask('chore', 60, async ({ ranIds }: TestContext) => {
    const remainingCount = remainingCounts.shift() ?? 0
    ranIds.push(remainingCount)
    return remainingCount > 0 ? RUN_AGAIN : undefined
  })
  await addMissingPeriodicJobs(database.db, [{ name: 'chore', everySeconds: 60 }])
  await runDueJobs(createJobs([periodicTask]))
  expect(finishedIds).toEqual([2, 1, 0])
  const [next, ...otherJobs] = await listJobs()
  expect(otherJobs).toEqual([])
  expect(next?.seconds).toBeGreaterThan(55)
})

test('a chore that is woken runs now, once', async () => {
  const periodicTask = definePeriodicTask('chore', 60, async ({ ranIds }: TestContext) => void ranIds.push(1))
  await runPeriodicTaskNow(database.db, 'chore')
  await runDueJobs(createJobs([periodicTask]))
  expect(await countDueJobs(database.db)).toBe(0)
  await runPeriodicTaskNow(database.db, 'chore')
  await runPeriodicTaskNow(database.db, 'chore')
  expect(await countDueJobs(database.db)).toBe(1)
  await runDueJobs(createJobs([periodicTask]))
  expect(finishedIds).toEqual([1, 1])
})

test('jobs are counted by task: those that wait, with the age of the oldest, and those given up', async () => {
  expect(await countJobsByQueue(database.db)).toEqual([])
  await noteTask.add(database.db, { id: 1 })
  await noteTask.add(database.db, { id: 2 })
  await failingTask.add(database.db, { id: 3 })
  await sql`select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = 'note' order by id limit 1),
      clock_timestamp() - interval '90 seconds'
    ), graphile_worker.permanently_fail_jobs(
      array(select id from graphile_worker.jobs where task_identifier = 'fail'))`.execute(database.db)
  await sql`select graphile_worker.add_job('chore', run_at => clock_timestamp() + interval '1 hour')`.execute(
    database.db,
  )
  const counts = (await countJobsByQueue(database.db)).toSorted((a, b) => a.name.localeCompare(b.name))
  expect(counts).toEqual([
    { name: 'chore', waiting: 0, failed: 0, oldest: 0 },
    { name: 'fail', waiting: 0, failed: 1, oldest: 0 },
    { name: 'note', waiting: 2, failed: 0, oldest: expect.any(Number) as number },
  ])
  expect(counts[2]?.oldest).toBeGreaterThanOrEqual(90)
  await abandonNoteJob()
  expect((await countJobsByQueue(database.db)).find(({ name }) => name === 'note')?.waiting).toBe(1)
})

test('a waiting or running job is open, a failed one is not', async () => {
  const isOpen = () => hasOpenJob(database.db, noteTask.name)
  await failingTask.add(database.db, { id: 1 })
  expect(await isOpen()).toBe(false)
  await noteTask.add(database.db, { id: 2 })
  expect(await isOpen()).toBe(true)
  await abandonNoteJob()
  expect(await isOpen()).toBe(true)
  await deleteAllJobs(database.db)
  await noteTask.add(database.db, { id: 3 })
  await sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs))`.execute(
    database.db,
  )
  expect(await isOpen()).toBe(false)
})

test('jobs added while the clock was ahead run now', async () => {
  await noteTask.add(database.db, { id: 1 })
  await noteTask.add(database.db, { id: 2 })
  await rescheduleAllJobs('2100-01-01')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2100-01-02') })
  const { locked_at: lockedAt } = await abandonNoteJob({ useNodeTime: true }).finally(() =>
    vi.useRealTimers(),
  )
  expect(lockedAt).toEqual(new Date('2100-01-02'))
  await freeAbandonedJobs(database.db)
  await freeAbandonedJobs(database.db)
  await runDueTestJobs()
  expect(finishedIds.toSorted()).toEqual([1, 2])
})

test('an emptied queue accepts new jobs', async () => {
  await noteTask.add(database.db, { id: 1 })
  await abandonNoteJob()
  await noteTask.add(database.db, { id: 2 })
  await deleteAllJobs(database.db)
  expect(await listJobs()).toEqual([])
  await noteTask.add(database.db, { id: 3 })
  await runDueTestJobs()
  expect(finishedIds).toEqual([3])
})

test('jobs continue after lost connections', async () => {
  const jobProcess = startJobs(createJobs())
  await noteTask.add(database.db, { id: 1 })
  await expect.poll(() => finishedIds).toEqual([1])
  // Waits until the completion of the job is stored; otherwise the job would run again.
  await expect.poll(listJobs).toEqual([])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'tahanan-jobs%'`.execute(database.db)
  await noteTask.add(database.db, { id: 2 })
  await expect.poll(() => finishedIds).toEqual([1, 2])
  await jobProcess.stop()
})

test('the job queue replaces each connection after a minute, so that none stays read-only', async () => {
  const pool = openPool(createJobs())
  onTestFinished(() => pool.end())
  const selectBackend = 'select pg_backend_pid() as backend'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const connection = await pool.connect()
  const { rows: oldRows } = await connection.query(selectBackend)
  vi.advanceTimersByTime(60_000)
  connection.release()
  const { rows: newRows } = await pool.query(selectBackend)
  expect(newRows).not.toEqual(oldRows)
})
