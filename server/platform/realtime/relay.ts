import type { FastifyBaseLogger } from 'fastify'
import { prepared } from '../db/client.ts'
import type { Db, Tx } from '../db/client.ts'
import { HandlerFailure } from './outbox.ts'
import type { Delivery, TopicHandler, TopicName, Topics } from './outbox.ts'
import { createRetries } from './retries.ts'

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

interface OutboxRow {
  id: number
  topic: string
  payload: unknown
}

const BATCH = 200
const POLL_MS = 1000
/** Batches are at least this far apart: one batch carries what came meanwhile, and costs what one row costs. */
const GATHER_MS = 10
const MOST_GATHER_MS = 50
/** How long to gather after a batch that took so long, in milliseconds: on a busy machine telling takes a third of the time at most. */
export const gatherAfter = (took: number): number => Math.min(Math.max(GATHER_MS, 2 * took), MOST_GATHER_MS)
const LONGEST_PAUSE_MS = 5000

// One relay sends at a time, over all processes: two at once could send the older state of a record after the newer.
const TAKE_TURN = `select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtext('tahanan.relay'))`
const taking = (which: string) => `
  delete from outbox where id in (select id from outbox where id <> all($1::bigint[]) ${which} order by id limit $2)
  returning id, topic, payload`
const TAKE = taking('')
/** Leaves what was committed just now to the process that did it: its own pages hear of it even if others do not. */
const TAKE_LEFT = taking(
  `and created_at not between clock_timestamp() - interval '500 ms' and clock_timestamp()`,
)
const TAKE_ONE = `delete from outbox where id = $1 returning id, topic, payload`
const WAITING = `select id from outbox where id <> all($1::bigint[]) order by id limit $2`

export function createRelay({ db, handlers, deliver, log }: RelayOptions): Relay {
  const retries = createRetries(db, log)
  let loop: Promise<void> | undefined
  const state = { stopping: false, asked: false }
  let interrupt: (() => void) | undefined

  /** Takes rows, sends them, commits. Answers how many there were. */
  function send(take: (tx: Tx) => Promise<OutboxRow[]>): Promise<number> {
    return db.transaction().execute(async (tx) => {
      await prepared(tx, 'relay-turn', TAKE_TURN)
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
    const heldBack = retries.heldBack()
    const [name, statement] = whose === 'all' ? ['relay-take', TAKE] : ['relay-take-left', TAKE_LEFT]
    try {
      return await send((tx) => prepared<OutboxRow>(tx, name, statement, [heldBack, BATCH]))
    } catch (error) {
      if (!(error instanceof HandlerFailure)) throw error
      return sendSingly(heldBack)
    }
  }

  /** One row spoils the batch: each goes alone, and those that fail are held back for a while. */
  async function sendSingly(heldBack: number[]): Promise<number> {
    const waiting = await prepared<{ id: number }>(db, 'relay-waiting', WAITING, [heldBack, BATCH])
    for (const { id } of waiting) {
      try {
        await send((tx) => prepared<OutboxRow>(tx, 'relay-take-one', TAKE_ONE, [id]))
      } catch (error) {
        if (!(error instanceof HandlerFailure)) throw error
        await retries.holdBack(id, error)
      }
    }
    return waiting.length
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
