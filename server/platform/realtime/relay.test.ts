import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '#platform/db/testing.ts'
import { tell, lazyEvent, type Delivery } from './outbox.ts'
import { createRelay, type Relay, type RelayOptions, type TopicHandlers } from './relay.ts'

const database = await openTestDatabase()
const { db } = database

let sent: unknown[]
let relays: Relay[]
beforeEach(() => {
  sent = []
  relays = []
})
afterEach(async () => {
  for (const relay of relays) await relay.stop()
  await db.deleteFrom('outbox').execute()
})

const log = { warn: vi.fn(), error: vi.fn() }

function relayOf(handlers: TopicHandlers = echo(), deliver: RelayOptions['deliver'] = collect): Relay {
  const relay = createRelay({ db, handlers, deliver, log })
  relays.push(relay)
  return relay
}
const collect = (deliveries: readonly Delivery[]): undefined => {
  for (const delivery of deliveries) if ('room' in delivery) sent.push(delivery.data)
}
/** Sends the ids of tickets; fails for the id `poison`. */
const echo = (poison?: number): TopicHandlers => ({
  ticket: async (_, payloads) => {
    if (payloads.some(({ id }) => id === poison)) throw new TypeError('poisoned')
    return payloads.map(({ id }) => ({ room: 'r', event: 'e', data: id }))
  },
})
const present = (id: number): number => {
  if (id === 13) throw new TypeError('cannot be presented')
  return id
}
const brokenSql: TopicHandlers['account'] = async (tx) => {
  await tx.selectNoFrom((of) => of.cast(of.val('no number'), 'integer').as('n')).execute()
  return []
}
const waiting = () => db.selectFrom('outbox').selectAll().orderBy('id').execute()

test('events are sent after the commit, in order, and leave the outbox', async () => {
  const relay = relayOf()
  await db.transaction().execute(async (tx) => {
    await tell(tx, 'ticket', { id: 1 }, { id: 2 })
    await relay.drain()
    expect(sent).toEqual([])
  })
  await tell(db, 'ticket', { id: 3 })
  await relay.drain()
  expect(sent).toEqual([1, 2, 3])
  expect(await waiting()).toEqual([])
})

test('a change that is rolled back sends no event', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await tell(tx, 'ticket', { id: 1 })
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await relayOf().drain()
  expect(sent).toEqual([])
})

test('waking a started relay sends at once, not at the next poll', async () => {
  const withTimeout = setTimeout
  // The poll interval of a second becomes ten minutes.
  vi.stubGlobal('setTimeout', (done: () => void, milliseconds = 0) =>
    withTimeout(done, milliseconds === 1000 ? 600_000 : milliseconds),
  )
  try {
    const relay = relayOf()
    relay.start()
    for (const id of [1, 2, 3, 4]) {
      await wait(50)
      await tell(db, 'ticket', { id })
      relay.wake()
      await expect.poll(() => sent.at(-1), { interval: 5 }).toBe(id)
    }
    await relay.stop()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('unsent events of a killed server are sent when the next one starts', async () => {
  await tell(db, 'ticket', { id: 5 })
  relayOf().start()
  await expect.poll(() => sent).toEqual([5])
})

test('events of another process are found by polling', async () => {
  relayOf().start()
  await wait(50)
  await tell(db, 'ticket', { id: 6 })
  await expect.poll(() => sent).toEqual([6])
})

test('young events of another process are left to it, and sent later if it did not send them', async () => {
  const writtenAt = new Map<unknown, number>()
  const taken: { by: 'own' | 'other'; id: unknown; age: number }[] = []
  const into =
    (by: 'own' | 'other') =>
    (deliveries: readonly Delivery[]): undefined => {
      for (const delivery of deliveries) {
        if (!('data' in delivery)) continue
        const { data: id } = delivery
        taken.push({ by, id, age: performance.now() - (writtenAt.get(id) ?? 0) })
      }
    }
  const relay = relayOf(undefined, into('own'))
  relay.start()
  const others = Array.from({ length: 20 }, () => relayOf(undefined, into('other')))
  for (const each of others) {
    each.start()
    await wait(50)
  }
  const ids = Array.from({ length: 50 }, (_, id) => id)
  for (const id of ids) {
    writtenAt.set(id, performance.now())
    await tell(db, 'ticket', { id })
    relay.wake()
    await wait(20)
  }
  await expect.poll(() => taken.map(({ id }) => id), { timeout: 10_000 }).toEqual(ids)
  // Others may take events that are older, as after a stall of the machine.
  expect(taken.filter(({ by, age }) => by === 'other' && age < 500)).toEqual([])
  expect(taken.some(({ by }) => by === 'own')).toBe(true)
  await relay.stop()
  await tell(db, 'ticket', { id: 99 })
  await expect.poll(() => taken.at(-1), { timeout: 10_000 }).toMatchObject({ by: 'other', id: 99 })

  // A row's time is rounded to the millisecond, so it may be ahead of the clock.
  writtenAt.set(100, performance.now())
  await db
    .insertInto('outbox')
    .values({
      topic: 'ticket',
      payload: '{"id": 100}',
      created_at: sql`clock_timestamp() + interval '300 ms'`,
    })
    .execute()
  await expect.poll(() => taken.at(-1), { timeout: 10_000 }).toMatchObject({ by: 'other', id: 100 })
  expect(taken.at(-1)?.age).toBeGreaterThan(500)
})

test('two relays send each event once, and in order', async () => {
  const ids = Array.from({ length: 1000 }, (_, index) => index + 1)
  await tell(db, 'ticket', ...ids.map((id) => ({ id })))
  await Promise.all([relayOf().drain(), relayOf().drain()])
  expect(sent).toEqual(ids)
})

test('a relay waits until the events of another one are with all processes', async () => {
  const flushed = Promise.withResolvers<void>()
  const one = relayOf(undefined, (deliveries) => {
    collect(deliveries)
    return flushed.promise
  })
  await tell(db, 'ticket', { id: 1 })
  const first = one.drain()
  await expect.poll(() => sent).toEqual([1])
  await tell(db, 'ticket', { id: 2 })
  const second = relayOf().drain()
  await wait(100)
  expect(sent).toEqual([1])
  flushed.resolve()
  await Promise.all([first, second])
  expect(sent).toEqual([1, 2])
})

test('equal events of one batch are sent once', async () => {
  await tell(db, 'ticket', { id: 1 }, { id: 2 }, { id: 1 })
  await relayOf().drain()
  expect(sent).toEqual([1, 2])
})

test('the event of a server that dies while sending is sent again', async () => {
  await tell(db, 'ticket', { id: 9 })
  const dying = relayOf(echo(), () => {
    throw new Error('killed')
  })
  await expect(dying.drain()).rejects.toThrow('killed')
  await relayOf().drain()
  expect(sent).toEqual([9])
})

test('a row whose handler fails does not block others, and is retried', async () => {
  await tell(db, 'ticket', { id: 1 }, { id: 13 }, { id: 2 })
  let poison: number | undefined = 13
  const relay = relayOf({
    ticket: (tx, payloads) => echo(poison).ticket?.(tx, payloads) ?? Promise.resolve([]),
  })
  await relay.drain()
  expect(sent).toEqual([1, 2])
  expect(await waiting()).toHaveLength(1)
  poison = undefined
  relay.start()
  await expect.poll(() => sent).toEqual([1, 2, 13])
})

test('an event whose payload fails to build does not block others', async () => {
  await tell(db, 'ticket', { id: 1 }, { id: 13 }, { id: 2 })
  const relay = relayOf({
    ticket: async (_, payloads) => payloads.map(({ id }) => lazyEvent('r', 'e', () => present(id))),
  })
  await relay.drain()
  // events sent before the failure may be sent again
  expect(new Set(sent)).toEqual(new Set([1, 2]))
  expect(await waiting()).toMatchObject([{ payload: { id: 13 } }])
})

test('a row that failed for an hour is dropped, with a line in the log', async () => {
  await tell(db, 'ticket', { id: 13 })
  await db
    .updateTable('outbox')
    .set({ created_at: new Date(Date.now() - 3_700_000) })
    .execute()
  await relayOf(echo(13)).drain()
  expect(await waiting()).toEqual([])
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ topic: 'ticket' }),
    'An event was given up.',
  )
})

test('a handler whose SQL fails does not block other events', async () => {
  await tell(db, 'account', { area: 'client', id: 1 })
  await tell(db, 'ticket', { id: 4 })
  await relayOf({ ...echo(), account: brokenSql }).drain()
  expect(sent).toEqual([4])
})

test('the relay goes on when the database comes back', async () => {
  const relay = relayOf()
  relay.start()
  await wait(50)
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await tell(db, 'ticket', { id: 8 })
  relay.wake()
  await expect.poll(() => sent).toEqual([8])
})

test('stopping waits for the batch that is being sent', async () => {
  await tell(db, 'ticket', { id: 1 })
  const relay = relayOf({
    ticket: async (tx, payloads) => {
      await wait(200)
      return echo().ticket?.(tx, payloads) ?? []
    },
  })
  relay.start()
  await wait(100)
  await relay.stop()
  expect(sent).toEqual([1])
  expect(await waiting()).toEqual([])
})
