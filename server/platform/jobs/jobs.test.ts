import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/db/testing.ts'
import { AGAIN, defineChore, defineTask, type Task } from './define-task.ts'
import {
  addMissingChores,
  countJobsByQueue,
  emptyQueue,
  freeAbandonedJobs,
  removeFailedJobs,
  wakeChore,
} from './queue.ts'
import { startJobs } from './start-jobs.ts'
import { abandonDueJob, countDueJobs, runDueJobs } from './testing.ts'

interface Parts {
  readonly ran: number[]
}
const note = defineTask({
  name: 'note',
  payload: Type.Object({ id: Type.Integer() }),
  run: async ({ ran }: Parts, { id }) => void ran.push(id),
})
const fail = defineTask({
  name: 'fail',
  payload: Type.Object({ id: Type.Integer() }),
  run: async () => {
    throw new Error('It cannot be done.')
  },
})

let database: TestDatabase
let ran: number[]
let warned: { details: unknown; message: string }[]
beforeEach(async () => {
  ran = []
  warned = []
  database = await createTestDatabase()
})
afterEach(() => database.destroy())

const createJobs = (tasks: readonly Task<Parts>[] = [note, fail]) => ({
  connectionString: database.connectionString,
  db: database.db,
  tasks,
  parts: { ran },
  log: {
    debug() {},
    warn: (details: unknown, message?: string) => void warned.push({ details, message: message ?? '' }),
  },
})
const runDue = () => runDueJobs(createJobs())
async function listJobs() {
  const { rows } = await sql<{ task: string; attempts: number; seconds: number; error: string | null }>`
    select task_identifier as task, attempts, last_error as error,
      extract(epoch from run_at - updated_at)::float8 as seconds
    from graphile_worker.jobs order by id`.execute(database.db)
  return rows
}
const abandon = (options?: { useNodeTime: boolean }) =>
  abandonDueJob(database.connectionString, note.name, options)
const reschedule = (at: string) =>
  sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), ${at})`.execute(
    database.db,
  )

test('a job of a committed transaction runs once', async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await note.add(tx, { id: 1 })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await database.db.transaction().execute((tx) => note.add(tx, { id: 2 }))
  await runDue()
  await runDue()
  expect(ran).toEqual([2])
  expect(await listJobs()).toEqual([])
})

test('a failed job is logged and retried with backoff, at most six times', async () => {
  await fail.add(database.db, { id: 1 })
  await note.add(database.db, { id: 2 })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    await runDue()
    await runDue()
    const [job] = await listJobs()
    expect(job).toMatchObject({ task: 'fail', attempts: attempt, error: 'It cannot be done.' })
    waits.push(job?.seconds ?? 0)
    await reschedule('now')
  }
  expect(ran).toEqual([2])
  expect(waits.every((wait, n) => wait > Math.exp(n + 1) - 1)).toBe(true)
  expect(warned.map(({ message }) => message.split('; ')[1])).toEqual([
    ...Array<string>(5).fill('it will be retried'),
    'it will not be retried',
  ])
  await runDue()
  expect(warned).toHaveLength(6)
  await removeFailedJobs(database.db)
  expect(await listJobs()).toHaveLength(1)
  await removeFailedJobs(database.db, 0)
  expect(await listJobs()).toEqual([])
})

test('a payload of another version is refused', async () => {
  await sql`select graphile_worker.add_job('note', '{"id": "A-101"}', max_attempts => 1)`.execute(database.db)
  await runDue()
  expect(ran).toEqual([])
  expect(warned).toHaveLength(1)
})

test('several processes share the queue: a job runs once, a chore in one process at a time', async () => {
  let atOnce = 0
  let most = 0
  const chore = defineChore('chore', 60, async ({ ran }: Parts) => {
    most = Math.max(most, ++atOnce)
    await sleep(30)
    ran.push(0)
    atOnce -= 1
  })
  const processes = [1, 2, 3].map(() => startJobs(createJobs([note, chore])))
  for (let id = 1; id <= 12; id++) await note.add(database.db, { id })
  for (let n = 0; n < 3; n++)
    await sql`select graphile_worker.add_job('chore', queue_name => 'chore')`.execute(database.db)
  const chores = () => ran.filter((id) => id === 0).length
  await expect.poll(() => ran.length - chores()).toBe(12)
  await expect.poll(chores).toBeGreaterThanOrEqual(3)
  // The repair of the queue may have added a fourth job of this task, which must be run too.
  await expect.poll(() => countDueJobs(database.db)).toBe(0)
  await Promise.all(processes.map(({ stop }) => stop()))
  expect(ran.filter((id) => id > 0).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 1),
  )
  expect(most).toBe(1)
  expect(await listJobs()).toMatchObject([{ task: 'chore', attempts: 0 }])
})

test('stopping waits for running jobs', async () => {
  const slow = defineTask({
    name: 'slow',
    payload: Type.Object({}),
    async run({ ran }: Parts) {
      ran.push(1)
      await sleep(300)
      ran.push(2)
    },
  })
  const process = startJobs(createJobs([slow]))
  await slow.add(database.db, {})
  await expect.poll(() => ran).toEqual([1])
  await process.stop()
  expect(ran).toEqual([1, 2])
  expect(await listJobs()).toEqual([])
})

test('jobs of a killed process are unlocked, jobs of a running process are not', async () => {
  await note.add(database.db, { id: 1 })
  const { locked_by: killed } = await abandon()
  await runDue()
  expect(ran).toEqual([])
  const running = await database.pool.connect()
  await running.query(`set application_name = 'tahanan-jobs ${killed}'`)
  await freeAbandonedJobs(database.db, 0)
  await runDue()
  expect(ran).toEqual([])
  await running.query(`set application_name = 'tahanan'`)
  running.release()
  // A recent lock is not released, because the connection of its process may not be open yet.
  await freeAbandonedJobs(database.db)
  await runDue()
  expect(ran).toEqual([])
  await freeAbandonedJobs(database.db, 0)
  await runDue()
  expect(ran).toEqual([1])
})

test('a queue that stayed locked without a job is unlocked', async () => {
  await sql`select graphile_worker.add_job('note', '{"id": 1}', queue_name => 'notes')`.execute(database.db)
  // Simulates the state after the former worker of a job completed it too late.
  await sql`update graphile_worker._private_job_queues
    set locked_by = 'pool-of-others', locked_at = clock_timestamp() - interval '1 minute'`.execute(
    database.db,
  )
  await freeAbandonedJobs(database.db)
  const { rows } = await sql<object>`select locked_by from graphile_worker._private_job_queues`.execute(
    database.db,
  )
  expect(rows).toEqual([{ locked_by: null }])
  await runDue()
  expect(ran).toEqual([1])
})

test('a chore without a job gets one: at first, after a reset, a failure, or a wrong clock', async () => {
  const chores = [{ name: 'chore', everySeconds: 60 }]
  const add = () => addMissingChores(database.db, chores)
  const expectOneWaiting = async () => {
    await add()
    // Failed jobs stay in the table for the operator.
    const waiting = (await listJobs()).filter(({ attempts }) => attempts === 0)
    expect(waiting).toMatchObject([{ task: 'chore' }])
    expect(waiting[0]?.seconds).toBeLessThan(61)
  }
  await Promise.all([add(), add(), add()])
  await expectOneWaiting()
  await sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs))`.execute(
    database.db,
  )
  await expectOneWaiting()
  await reschedule('2100-01-01')
  await expectOneWaiting()
  await emptyQueue(database.db)
  await expectOneWaiting()
})

test('a chore that has more to do runs again at once, and then after its interval', async () => {
  const left = [2, 1, 0]
  const chore = defineChore('chore', 60, async ({ ran }: Parts) => {
    const more = left.shift() ?? 0
    ran.push(more)
    return more > 0 ? AGAIN : undefined
  })
  await addMissingChores(database.db, [{ name: 'chore', everySeconds: 60 }])
  await runDueJobs(createJobs([chore]))
  expect(ran).toEqual([2, 1, 0])
  const [next, ...others] = await listJobs()
  expect(others).toEqual([])
  expect(next?.seconds).toBeGreaterThan(55)
})

test('a chore that is woken runs now, once', async () => {
  const chore = defineChore('chore', 60, async ({ ran }: Parts) => void ran.push(1))
  await wakeChore(database.db, 'chore')
  await runDueJobs(createJobs([chore]))
  expect(await countDueJobs(database.db)).toBe(0)
  await wakeChore(database.db, 'chore')
  await wakeChore(database.db, 'chore')
  expect(await countDueJobs(database.db)).toBe(1)
  await runDueJobs(createJobs([chore]))
  expect(ran).toEqual([1, 1])
})

test('jobs are counted by task: those that wait, with the age of the oldest, and those given up', async () => {
  expect(await countJobsByQueue(database.db)).toEqual([])
  await note.add(database.db, { id: 1 })
  await note.add(database.db, { id: 2 })
  await fail.add(database.db, { id: 3 })
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
  await abandon()
  expect((await countJobsByQueue(database.db)).find(({ name }) => name === 'note')?.waiting).toBe(1)
})

test('jobs added while the clock was ahead run now', async () => {
  await note.add(database.db, { id: 1 })
  await note.add(database.db, { id: 2 })
  await reschedule('2100-01-01')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2100-01-02') })
  const { locked_at: at } = await abandon({ useNodeTime: true }).finally(() => vi.useRealTimers())
  expect(at).toEqual(new Date('2100-01-02'))
  await freeAbandonedJobs(database.db)
  await freeAbandonedJobs(database.db)
  await runDue()
  expect(ran.toSorted()).toEqual([1, 2])
})

test('an emptied queue accepts new jobs', async () => {
  await note.add(database.db, { id: 1 })
  await abandon()
  await note.add(database.db, { id: 2 })
  await emptyQueue(database.db)
  expect(await listJobs()).toEqual([])
  await note.add(database.db, { id: 3 })
  await runDue()
  expect(ran).toEqual([3])
})

test('jobs continue after lost connections', async () => {
  const process = startJobs(createJobs())
  await note.add(database.db, { id: 1 })
  await expect.poll(() => ran).toEqual([1])
  // Waits until the completion of the job is stored; otherwise the job would run again.
  await expect.poll(listJobs).toEqual([])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'tahanan-jobs%'`.execute(database.db)
  await note.add(database.db, { id: 2 })
  await expect.poll(() => ran).toEqual([1, 2])
  await process.stop()
})
