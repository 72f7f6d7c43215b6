import type { FastifyBaseLogger } from 'fastify'
import { sql, type Expression, type Selectable } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepared-query.ts'
import { HandlerFailure, type Delivery, type TopicHandler, type TopicName, type Topics } from './outbox.ts'

/**
 * The relay sends what the outbox holds: rows that `tell` wrote in the transaction of a change. It deletes them in the
 * transaction in which it sends them, so every row is sent at least once, whatever crashes when.
 */
export interface Relay {
  /** Says that something was committed to the outbox; cheap, and of no effect before `start`. */
  wake(): void
  /** Begins to send, also what other processes or an earlier run left behind (looked for every second). */
  start(): void
  /** Sends no more; resolves when the running batch is done. */
  stop(): Promise<void>
  /** Sends what is there now and resolves then; for tests and orderly shutdown. */
  drain(): Promise<void>
}

export type TopicHandlers = { readonly [Name in TopicName]?: TopicHandler<Name> }

export interface RelayOptions {
  db: Db
  handlers: TopicHandlers
  /**
   * Hands deliveries to the live connections. Called inside the transaction, in the order of the changes, which ends when it
   * resolves: what another process tells then comes after it.
   */
  deliver: (deliveries: readonly Delivery[]) => Promise<void> | undefined
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

type OutboxRow = Pick<Selectable<DB['outbox']>, 'id' | 'topic' | 'payload'>

const BATCH = 200
const POLL_MS = 1000
/** Batches are at least this far apart: one batch carries what came meanwhile, and costs what one row costs. */
const GATHER_MS = 10
const MOST_GATHER_MS = 50
/** Returns the milliseconds to gather after a batch that took so long: on a busy machine telling takes a third of the time at most. */
const gatherAfter = (took: number): number => Math.min(Math.max(GATHER_MS, 2 * took), MOST_GATHER_MS)
const LONGEST_PAUSE_MS = 5000
const LONGEST_WAIT_MS = 60_000
const GIVEN_UP_SECONDS = 3600

/** One relay sends at a time, over all processes: each delivers in the order of the changes. Its commit does not wait for the disk. */
const takeTurn = prepareQuery((query) =>
  query.selectNoFrom([
    sql`set_config('synchronous_commit', 'off', true)`.as('commit'),
    sql`pg_advisory_xact_lock(hashtext('tahanan.relay'))`.as('turn'),
  ]),
)

/** The oldest rows but those held back, with their age in seconds. */
const waitingRows = prepareQuery((query, { heldBack }: Placeholders<{ heldBack: number[] }>) =>
  query
    .selectFrom('outbox')
    .select(['id', sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`.as('age')])
    .where(isNotHeldBack(heldBack))
    .orderBy('id')
    .limit(BATCH),
)

const takeRows = taking()
/**
 * Leaves what was committed just now to the process that did it: its own pages hear of it even if others do not. Rows of a
 * clock that was ahead are nobody's; the time of a fresh one may be ahead by rounding alone.
 */
const takeLeftRows = taking(
  sql<boolean>`created_at not between clock_timestamp() - interval '500 ms' and clock_timestamp() + interval '500 ms'`,
)
const takeRow = prepareQuery((query, { id }: Placeholders<{ id: number }>) =>
  query.deleteFrom('outbox').where('id', '=', id).returning(['id', 'topic', 'payload']),
)

function taking(which = sql<boolean>`true`) {
  return prepareQuery((query, { heldBack }: Placeholders<{ heldBack: number[] }>) =>
    query
      .deleteFrom('outbox')
      .where('id', 'in', (rows) =>
        rows
          .selectFrom('outbox')
          .select('id')
          .where(isNotHeldBack(heldBack))
          .where(which)
          .orderBy('id')
          .limit(BATCH),
      )
      .returning(['id', 'topic', 'payload']),
  )
}

function isNotHeldBack(ids: Expression<number[]>) {
  return sql<boolean>`id <> all(${ids}::bigint[])`
}

/** Creates a relay, which sends nothing before `start`. */
export function createRelay({ db, handlers, deliver, log }: RelayOptions): Relay {
  /** Rows whose event could not be made, each with when it is tried again. */
  const held = new Map<number, number>()
  let loop: Promise<void> | undefined
  const state = { stopping: false, asked: false }
  let interrupt: (() => void) | undefined

  /** Takes rows, sends them, commits. Answers how many there were. */
  function send(take: (tx: Tx) => Promise<OutboxRow[]>): Promise<number> {
    return db.transaction().execute(async (tx) => {
      await takeTurn(tx, {})
      const rows = await take(tx)
      const deliveries: Delivery[] = []
      for (const [topic, payloads] of byTopic(rows)) deliveries.push(...(await handle(tx, topic, payloads)))
      if (deliveries.length > 0) await deliver(deliveries)
      return rows.length
    })
  }

  async function handle(tx: Tx, topic: string, payloads: unknown[]): Promise<Delivery[]> {
    const handler = handlers[topic as TopicName] as TopicHandler<TopicName> | undefined
    try {
      if (!handler) throw new Error(`No handler for the topic ${topic}`)
      return await handler(tx, payloads as Topics[TopicName][])
    } catch (cause) {
      throw new HandlerFailure(`The handler of ${topic} failed`, { cause })
    }
  }

  async function sendBatch(whose: 'all' | 'left behind' = 'all'): Promise<number> {
    for (const [id, until] of held) if (until <= performance.now()) held.delete(id)
    const heldBack = [...held.keys()]
    const take = whose === 'all' ? takeRows : takeLeftRows
    try {
      return await send((tx) => take(tx, { heldBack }))
    } catch (error) {
      if (!(error instanceof HandlerFailure)) throw error
      return sendSingly(heldBack)
    }
  }

  /** One row spoils the batch: each goes alone, and those that fail are held back for a while. */
  async function sendSingly(heldBack: number[]): Promise<number> {
    const waiting = await waitingRows(db, { heldBack })
    for (const { id, age } of waiting) {
      try {
        await send((tx) => takeRow(tx, { id }))
      } catch (error) {
        if (!(error instanceof HandlerFailure)) throw error
        await holdBack(id, age, error)
      }
    }
    return waiting.length
  }

  /** Holds a row back for as long as it has waited, up to a minute; gives it up when it is an hour old. */
  async function holdBack(id: number, age: number, error: Error): Promise<void> {
    // throws where it is the database that fails, which is no row's fault
    const dropped = await db
      .deleteFrom('outbox')
      .where('id', '=', id)
      .where('created_at', '<', secondsAgo(GIVEN_UP_SECONDS))
      .returning(['topic', 'payload'])
      .executeTakeFirst()
    if (dropped) return log.error({ err: error, outboxId: id, ...dropped }, 'An event was given up.')
    held.set(id, performance.now() + Math.min(Math.max(1000 * age, 1000), LONGEST_WAIT_MS))
    log.warn({ err: error, outboxId: id }, 'An event could not be sent; trying again later.')
  }

  function pause(milliseconds: number, wakeable: boolean): Promise<void> {
    if (state.stopping || (wakeable && state.asked)) return Promise.resolve()
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        interrupt = undefined
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      interrupt = () => (state.stopping || wakeable) && done()
    })
  }

  async function run(): Promise<void> {
    let failures = 0
    /** Whether there may be something of this process's own to send, or of its own earlier run. */
    let hasOwn = true
    while (!state.stopping) {
      hasOwn ||= state.asked
      state.asked = false
      const began = performance.now()
      try {
        const sent = await sendBatch(hasOwn ? 'all' : 'left behind')
        const took = performance.now() - began
        failures = 0
        hasOwn = sent === BATCH
        if (!hasOwn) await pause(POLL_MS, true)
        await pause(gatherAfter(took), false)
      } catch (error) {
        // The database is away or slow. The rows stay where they are, so waiting loses nothing.
        log.warn({ err: error }, 'The outbox could not be sent; trying again.')
        await pause(Math.min(100 * 2 ** failures++, LONGEST_PAUSE_MS), false)
      }
    }
  }

  return {
    wake() {
      state.asked = true
      interrupt?.()
    },
    start() {
      if (loop) return
      state.stopping = false
      loop = run()
    },
    async stop() {
      state.stopping = true
      interrupt?.()
      await loop
      loop = undefined
    },
    async drain() {
      while ((await sendBatch()) > 0);
    },
  }
}

/** Payloads by topic, in the order of the rows. A record that was told of twice is told once: both would read it as it is now. */
function byTopic(rows: OutboxRow[]): Map<string, unknown[]> {
  const topics = new Map<string, Map<string, unknown>>()
  for (const { topic, payload } of rows.toSorted((a, b) => a.id - b.id)) {
    const payloads = topics.get(topic) ?? new Map<string, unknown>()
    topics.set(topic, payloads.set(JSON.stringify(payload), payload))
  }
  return new Map([...topics].map(([topic, payloads]) => [topic, [...payloads.values()]]))
}
