import type { FastifyBaseLogger } from 'fastify'
import { sql, type Expression, type Selectable } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import {
  TopicHandlerError,
  type OutgoingEvent,
  type TopicHandler,
  type TopicName,
  type Topics,
} from './outbox.ts'

export interface Relay {
  /**
   * Makes the relay send waiting rows of the outbox. Must be called after a commit that added rows to it. Has
   * no effect before `start`.
   */
  wake(): void
  /**
   * Starts sending the rows of the outbox. The relay sends the rows of this process when `wake` is called.
   * Every second it also sends the rows that other processes have left unsent.
   */
  start(): void
  stop(): Promise<void>
  drain(): Promise<void>
}

export type TopicHandlers = { readonly [Name in TopicName]?: TopicHandler<Name> }

export interface RelayOptions {
  db: Db
  handlers: TopicHandlers
  /**
   * Sends live events in the order of the changes. The relay holds its lock until the promise resolves, so
   * that another process sends its next events only afterwards.
   */
  deliver: (deliveries: readonly OutgoingEvent[]) => Promise<void> | undefined
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

type OutboxRow = Pick<Selectable<DB['outbox']>, 'id' | 'topic' | 'payload'>

const BATCH_SIZE = 200
const POLL_MS = 1000
/**
 * Minimum pause between two batches of rows. Rows collect during the pause, and sending many rows together
 * takes no longer than sending one.
 */
const MIN_PAUSE_MS = 10
const MAX_PAUSE_MS = 50
/**
 * Returns the pause after a batch: twice the time that the batch took. So sending takes at most a third of
 * the time.
 */
const getPause = (duration: number): number => Math.min(Math.max(MIN_PAUSE_MS, 2 * duration), MAX_PAUSE_MS)
const MAX_BACKOFF_MS = 5000
const MAX_RETRY_MS = 60_000
const MAX_EVENT_AGE_SECONDS = 3600

/**
 * Waits for the relay lock, so that only one process sends at a time and events keep the order of the
 * changes. Also disables the flush to disk at the commit of this transaction, which makes it faster.
 */
const acquireRelayLock = prepareQuery((query) =>
  query.selectNoFrom([
    sql`set_config('synchronous_commit', 'off', true)`.as('commit'),
    sql`pg_advisory_xact_lock(hashtext('tahanan.relay'))`.as('turn'),
  ]),
)

const listWaitingRows = prepareQuery((query, { heldBack }: Placeholders<{ heldBack: number[] }>) =>
  query
    .selectFrom('outbox')
    .select(['id', sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`.as('age')])
    .where(buildNotHeldBackCondition(heldBack))
    .orderBy('id')
    .limit(BATCH_SIZE),
)

const dequeueRows = prepareDequeue()
/**
 * Deletes and returns rows older than 500 ms. Younger rows are sent by the process that wrote them. Also
 * includes rows with a time more than 500 ms in the future: they were written while a clock was ahead. A
 * smaller difference may come from rounding.
 */
const dequeueLeftoverRows = prepareDequeue(
  sql<boolean>`created_at not between clock_timestamp() - interval '500 ms' and clock_timestamp() + interval '500 ms'`,
)
const dequeueRow = prepareQuery((query, { id }: Placeholders<{ id: number }>) =>
  query.deleteFrom('outbox').where('id', '=', id).returning(['id', 'topic', 'payload']),
)

function prepareDequeue(condition = sql<boolean>`true`) {
  return prepareQuery((query, { heldBack }: Placeholders<{ heldBack: number[] }>) =>
    query
      .deleteFrom('outbox')
      .where('id', 'in', (rows) =>
        rows
          .selectFrom('outbox')
          .select('id')
          .where(buildNotHeldBackCondition(heldBack))
          .where(condition)
          .orderBy('id')
          .limit(BATCH_SIZE),
      )
      .returning(['id', 'topic', 'payload']),
  )
}

function buildNotHeldBackCondition(ids: Expression<number[]>) {
  return sql<boolean>`id <> all(${ids}::bigint[])`
}

export function createRelay({ db, handlers, deliver, log }: RelayOptions): Relay {
  const retryTimes = new Map<number, number>()
  let loop: Promise<void> | undefined
  const state = { isStopping: false, isWoken: false }
  let endPause: (() => void) | undefined

  function sendRows(dequeue: (tx: Tx) => Promise<OutboxRow[]>): Promise<number> {
    return db.transaction().execute(async (tx) => {
      await acquireRelayLock(tx, {})
      const outboxRows = await dequeue(tx)
      const deliveries: OutgoingEvent[] = []
      for (const [topic, payloads] of groupByTopic(outboxRows))
        deliveries.push(...(await callTopicHandler(tx, topic, payloads)))
      if (deliveries.length > 0) await deliver(deliveries)
      return outboxRows.length
    })
  }

  async function callTopicHandler(tx: Tx, topic: string, payloads: unknown[]): Promise<OutgoingEvent[]> {
    const handler = handlers[topic as TopicName] as TopicHandler<TopicName> | undefined
    try {
      if (!handler) throw new Error(`No handler for the topic ${topic}`)
      return await handler(tx, payloads as Topics[TopicName][])
    } catch (cause) {
      throw new TopicHandlerError(`The handler of ${topic} failed`, { cause })
    }
  }

  async function sendNextBatch(selection: 'all' | 'left behind' = 'all'): Promise<number> {
    for (const [id, retryAt] of retryTimes) if (retryAt <= performance.now()) retryTimes.delete(id)
    const heldBackIds = [...retryTimes.keys()]
    const dequeue = selection === 'all' ? dequeueRows : dequeueLeftoverRows
    try {
      return await sendRows((tx) => dequeue(tx, { heldBack: heldBackIds }))
    } catch (error) {
      if (!(error instanceof TopicHandlerError)) throw error
      return sendRowsOneByOne(heldBackIds)
    }
  }

  async function sendRowsOneByOne(heldBackIds: number[]): Promise<number> {
    const waitingRows = await listWaitingRows(db, { heldBack: heldBackIds })
    for (const { id, age } of waitingRows) {
      try {
        await sendRows((tx) => dequeueRow(tx, { id }))
      } catch (error) {
        if (!(error instanceof TopicHandlerError)) throw error
        await delayOrDeleteRow(id, age, error)
      }
    }
    return waitingRows.length
  }

  async function delayOrDeleteRow(id: number, age: number, error: Error): Promise<void> {
    // If this query fails, the cause is the database and not the row.
    const deletedRow = await db
      .deleteFrom('outbox')
      .where('id', '=', id)
      .where('created_at', '<', secondsAgo(MAX_EVENT_AGE_SECONDS))
      .returning(['topic', 'payload'])
      .executeTakeFirst()
    if (deletedRow) return log.error({ err: error, outboxId: id, ...deletedRow }, 'An event was given up.')
    retryTimes.set(id, performance.now() + Math.min(Math.max(1000 * age, 1000), MAX_RETRY_MS))
    log.warn({ err: error, outboxId: id }, 'An event could not be sent; trying again later.')
  }

  function pauseLoop(milliseconds: number, isWakeable: boolean): Promise<void> {
    if (state.isStopping || (isWakeable && state.isWoken)) return Promise.resolve()
    return new Promise((resolve) => {
      const finishPause = (): void => {
        clearTimeout(timer)
        endPause = undefined
        resolve()
      }
      const timer = setTimeout(finishPause, milliseconds)
      endPause = () => (state.isStopping || isWakeable) && finishPause()
    })
  }

  async function runRelayLoop(): Promise<void> {
    let failureCount = 0
    /**
     * True if the outbox may contain rows of this process. True at first, because rows from before a restart
     * may be waiting.
     */
    let hasOwnRows = true
    while (!state.isStopping) {
      hasOwnRows ||= state.isWoken
      state.isWoken = false
      const startTime = performance.now()
      try {
        const sentCount = await sendNextBatch(hasOwnRows ? 'all' : 'left behind')
        const duration = performance.now() - startTime
        failureCount = 0
        hasOwnRows = sentCount === BATCH_SIZE
        if (!hasOwnRows) await pauseLoop(POLL_MS, true)
        await pauseLoop(getPause(duration), false)
      } catch (error) {
        log.warn({ err: error }, 'The outbox could not be sent; trying again.')
        await pauseLoop(Math.min(100 * 2 ** failureCount++, MAX_BACKOFF_MS), false)
      }
    }
  }

  return {
    wake() {
      state.isWoken = true
      endPause?.()
    },
    start() {
      if (loop) return
      state.isStopping = false
      loop = runRelayLoop()
    },
    async stop() {
      state.isStopping = true
      endPause?.()
      await loop
      loop = undefined
    },
    async drain() {
      while ((await sendNextBatch()) > 0);
    },
  }
}

/**
 * Groups the payloads of outbox rows by topic, in the order of the rows. Equal payloads are merged, because
 * they would cause equal events.
 */
function groupByTopic(rows: OutboxRow[]): Map<string, unknown[]> {
  const payloadsByTopic = new Map<string, Map<string, unknown>>()
  for (const { topic, payload } of rows.toSorted((a, b) => a.id - b.id)) {
    const payloads = payloadsByTopic.get(topic) ?? new Map<string, unknown>()
    payloadsByTopic.set(topic, payloads.set(JSON.stringify(payload), payload))
  }
  return new Map([...payloadsByTopic].map(([topic, payloads]) => [topic, [...payloads.values()]]))
}
