import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase } from '#platform/db/testing.ts'
import { publishEvent, createLazyEvent, type OutgoingEvent } from './outbox.ts'
import { createRelay, type Relay, type RelayOptions, type TopicHandlers } from './relay.ts'

const database = await openTestDatabase()
const { db } = database

let sentData: unknown[]
let relays: Relay[]
beforeEach(() => {
  sentData = []
  relays = []
})
afterEach(async () => {
  for (const relay of relays) await relay.stop()
  await db.deleteFrom('outbox').execute()
})

const log = { warn: vi.fn(), error: vi.fn() }

const POLL_MS = 1000
function stubPollPauses(milliseconds: number): { startedCount: number } {
  const withTimeout = setTimeout
  const pauses = { startedCount: 0 }
  vi.stubGlobal('setTimeout', (callback: () => void, delay = 0) => {
    const isPause = delay === POLL_MS
    if (isPause) pauses.startedCount += 1
    return withTimeout(callback, isPause ? milliseconds : delay)
  })
  return pauses
}
const NEVER_MS = 600_000

function openRelay(
  handlers: TopicHandlers = createEchoHandlers(),
  deliver: RelayOptions['deliver'] = collectSentData,
): Relay {
  const relay = createRelay({ db, handlers, deliver, log })
  relays.push(relay)
  return relay
}
const collectSentData = (deliveries: readonly OutgoingEvent[]): undefined => {
  for (const delivery of deliveries) if ('room' in delivery) sentData.push(delivery.data)
}
const createEchoHandlers = (poison?: number): TopicHandlers => ({
  ticket: async (_, payloads) => {
    if (payloads.some(({ id }) => id === poison)) throw new TypeError('poisoned')
    return payloads.map(({ id }) => ({ room: 'r', event: 'e', data: id }))
  },
})
const presentId = (id: number): number => {
  if (id === 13) throw new TypeError('cannot be presented')
  return id
}
const runBrokenSql: TopicHandlers['account'] = async (tx) => {
  await tx
    .selectNoFrom((expressionBuilder) =>
      expressionBuilder.cast(expressionBuilder.val('no number'), 'integer').as('n'),
    )
    .execute()
  return []
}
const listOutboxRows = () => db.selectFrom('outbox').selectAll().orderBy('id').execute()

test('events are sent after the commit, in order, and leave the outbox', async () => {
  const relay = openRelay()
  await db.transaction().execute(async (tx) => {
    await publishEvent(tx, 'ticket', { id: 1 }, { id: 2 })
    await relay.drain()
    expect(sentData).toEqual([])
  })
  await publishEvent(db, 'ticket', { id: 3 })
  await relay.drain()
  expect(sentData).toEqual([1, 2, 3])
  expect(await listOutboxRows()).toEqual([])
})

test('a change that is rolled back sends no event', async () => {
  const failingTransaction = db.transaction().execute(async (tx) => {
    await publishEvent(tx, 'ticket', { id: 1 })
    throw new Error('refused')
  })
  await expect(failingTransaction).rejects.toThrow('refused')
  await openRelay().drain()
  expect(sentData).toEqual([])
})

test('waking a started relay sends at once, not at the next poll', async () => {
  const pauses = stubPollPauses(NEVER_MS)
  const relay = openRelay()
  relay.start()
  for (const id of [1, 2, 3, 4]) {
    await expect.poll(() => pauses.startedCount).toBe(id)
    await publishEvent(db, 'ticket', { id })
    relay.wake()
    await expect.poll(() => sentData.at(-1), { interval: 5 }).toBe(id)
  }
  await relay.stop()
})

test('unsent events of a killed server are sent when the next one starts', async () => {
  await publishEvent(db, 'ticket', { id: 5 })
  openRelay().start()
  await expect.poll(() => sentData).toEqual([5])
})

test('events of another process are found by polling', async () => {
  const pauses = stubPollPauses(10)
  openRelay().start()
  await expect.poll(() => pauses.startedCount).toBeGreaterThan(0)
  await publishEvent(db, 'ticket', { id: 6 })
  await expect.poll(() => sentData).toEqual([6])
})

test('young events of another process are left to it, and sent later if it did not send them', async () => {
  const pauses = stubPollPauses(10)
  const writtenAt = new Map<unknown, number>()
  const receivedEvents: { id: unknown; age: number }[] = []
  const otherRelay = openRelay(undefined, (deliveries): undefined => {
    for (const delivery of deliveries)
      if ('data' in delivery) {
        const { data: id } = delivery
        receivedEvents.push({ id, age: performance.now() - (writtenAt.get(id) ?? 0) })
      }
  })
  otherRelay.start()
  await expect.poll(() => pauses.startedCount).toBeGreaterThan(0)
  const ids = [0, 1, 2]
  for (const id of ids) {
    writtenAt.set(id, performance.now())
    await publishEvent(db, 'ticket', { id })
  }
  await expect.poll(() => receivedEvents.map(({ id }) => id)).toEqual(ids)

  // Adds a row with a time slightly in the future, which rounding may cause. It must be sent too.
  writtenAt.set(100, performance.now())
  await db
    .insertInto('outbox')
    .values({
      topic: 'ticket',
      payload: '{"id": 100}',
      created_at: sql`clock_timestamp() + interval '300 ms'`,
    })
    .execute()
  await expect.poll(() => receivedEvents.at(-1)).toMatchObject({ id: 100 })
  // On a busy machine, rows are sent later than 500 ms, but never earlier.
  expect(receivedEvents.filter(({ age }) => age < 500)).toEqual([])
})

test('two relays send each event once, and in order', async () => {
  const ids = Array.from({ length: 1000 }, (_, index) => index + 1)
  await publishEvent(db, 'ticket', ...ids.map((id) => ({ id })))
  await Promise.all([openRelay().drain(), openRelay().drain()])
  expect(sentData).toEqual(ids)
})

async function countWaitingLocks(): Promise<number | null> {
  const { rowCount } = await database.pool.query(
    `select from pg_locks join pg_database d on d.oid = database
     where locktype = 'advisory' and not granted and datname = current_database()`,
  )
  return rowCount
}

test('a relay waits until the events of another one are with all processes', async () => {
  const flushGate = Promise.withResolvers<void>()
  onTestFinished(() => flushGate.resolve())
  const firstRelay = openRelay(undefined, (deliveries) => {
    collectSentData(deliveries)
    return flushGate.promise
  })
  await publishEvent(db, 'ticket', { id: 1 })
  const firstDrain = firstRelay.drain()
  await expect.poll(() => sentData).toEqual([1])
  await publishEvent(db, 'ticket', { id: 2 })
  const secondDrain = openRelay().drain()
  await expect.poll(countWaitingLocks).toBe(1)
  expect(sentData).toEqual([1])
  flushGate.resolve()
  await Promise.all([firstDrain, secondDrain])
  expect(sentData).toEqual([1, 2])
})

test('equal events of one batch are sent once', async () => {
  await publishEvent(db, 'ticket', { id: 1 }, { id: 2 }, { id: 1 })
  await openRelay().drain()
  expect(sentData).toEqual([1, 2])
})

test('the event of a server that dies while sending is sent again', async () => {
  await publishEvent(db, 'ticket', { id: 9 })
  const dyingRelay = openRelay(createEchoHandlers(), () => {
    throw new Error('killed')
  })
  await expect(dyingRelay.drain()).rejects.toThrow('killed')
  await openRelay().drain()
  expect(sentData).toEqual([9])
})

test('a row whose handler fails does not block others, and is retried', async () => {
  await publishEvent(db, 'ticket', { id: 1 }, { id: 13 }, { id: 2 })
  let failingId: number | undefined = 13
  const relay = openRelay({
    ticket: (tx, payloads) => createEchoHandlers(failingId).ticket?.(tx, payloads) ?? Promise.resolve([]),
  })
  await relay.drain()
  expect(sentData).toEqual([1, 2])
  expect(await listOutboxRows()).toHaveLength(1)
  failingId = undefined
  relay.start()
  await expect.poll(() => sentData).toEqual([1, 2, 13])
})

test('an event whose payload fails to build does not block others', async () => {
  await publishEvent(db, 'ticket', { id: 1 }, { id: 13 }, { id: 2 })
  const relay = openRelay({
    ticket: async (_, payloads) => payloads.map(({ id }) => createLazyEvent('r', 'e', () => presentId(id))),
  })
  await relay.drain()
  expect(new Set(sentData)).toEqual(new Set([1, 2]))
  expect(await listOutboxRows()).toMatchObject([{ payload: { id: 13 } }])
})

test('a row that failed for an hour is dropped, with a line in the log', async () => {
  await publishEvent(db, 'ticket', { id: 13 })
  await db
    .updateTable('outbox')
    .set({ created_at: new Date(Date.now() - 3_700_000) })
    .execute()
  await openRelay(createEchoHandlers(13)).drain()
  expect(await listOutboxRows()).toEqual([])
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ topic: 'ticket' }),
    'An event was given up.',
  )
})

test('a handler whose SQL fails does not block other events', async () => {
  await publishEvent(db, 'account', { area: 'client', id: 1 })
  await publishEvent(db, 'ticket', { id: 4 })
  await openRelay({ ...createEchoHandlers(), account: runBrokenSql }).drain()
  expect(sentData).toEqual([4])
})

test('the relay goes on when the database comes back', async () => {
  const pauses = stubPollPauses(NEVER_MS)
  const relay = openRelay()
  relay.start()
  await expect.poll(() => pauses.startedCount).toBe(1)
  const ownConnection = await database.pool.connect()
  await ownConnection.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await ownConnection.query(`insert into outbox (topic, payload) values ('ticket', '{"id": 8}')`)
  ownConnection.release()
  relay.wake()
  await expect.poll(() => sentData).toEqual([8])
})

test('stopping waits for the batch that is being sent', async () => {
  await publishEvent(db, 'ticket', { id: 1 })
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const relay = openRelay({
    ticket: async (tx, payloads) => {
      started.resolve()
      await released.promise
      return createEchoHandlers().ticket?.(tx, payloads) ?? []
    },
  })
  relay.start()
  await started.promise
  const stopPromise = relay.stop().then(() => sentData.push('stopped'))
  released.resolve()
  await stopPromise
  expect(sentData).toEqual([1, 'stopped'])
  expect(await listOutboxRows()).toEqual([])
})
