import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import { withTimeout } from '../with-timeout.ts'
import type { PortalSockets } from './admission.ts'

const STREAM = 'tahanan.live'
/** Older events than so many are forgotten; whoever was away for longer fetches anyway. */
const STREAM_LENGTH = 10_000
const LONGEST_PAUSE_MS = 3000
const TRIES_AT_START = 3
/** Milliseconds that an event waits for Redis before this process's own sockets get it all the same. */
const REDIS_PATIENCE_MS = 1000
/**
 * Milliseconds that the next process's turn to tell waits for Redis to have what this one told. By then it is on its way at least:
 * a Redis that does not answer holds nobody up.
 */
const SPREADING_MS = 20
const BEAT_MS = 3000
/** Beats without an answer after which the connection is given up, as when Redis's machine vanished. */
const BEATS_UNANSWERED = 2
/** Milliseconds of silence after which a connection is given up: readers hear of the beats, or their own pings. */
const SILENCE_MS = 15_000

export interface Cluster {
  /** Resolves when Redis has what was told so far; soon in any case, for others wait behind it. */
  spread(): Promise<void>
  close(): Promise<void>
}

/**
 * Spreads events over several server processes by a Redis stream. Rejects when Redis cannot be reached at the start. Later
 * failures cost nothing but the other processes' events, and are healed when Redis is back: whoever may have missed
 * something is disconnected, and fetches when it connects again. `heard` is told of the rooms to which other processes send
 * something, right before their sockets here get it. An own event may overtake an older one of another process: pages keep the
 * newest state by `updated_at`.
 */
export async function connectCluster(
  io: PortalSockets,
  redisUrl: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  heard: (rooms: readonly string[]) => void,
): Promise<Cluster> {
  let wasReady = false
  /** Something could not be told to the other processes. */
  let untold = false
  /** Events of which Redis has not said whether it has them. */
  const unanswered = new Set<Promise<unknown>>()
  const pauseOrGiveUp = (tries: number, cause: Error): number | Error =>
    wasReady || tries < TRIES_AT_START ? Math.min(100 * 2 ** tries, LONGEST_PAUSE_MS) : cause
  const options = {
    url: redisUrl,
    socket: { connectTimeout: 3000, socketTimeout: SILENCE_MS, reconnectStrategy: pauseOrGiveUp },
  }

  // Without a queue, an event reaches this process's own sockets while Redis is away, instead of when it is back.
  const publisher = createClient({ ...options, disableOfflineQueue: true })
  publisher.on('error', (error: unknown) => log.warn({ err: error }, 'Redis does not answer.'))
  publisher.on('ready', () => {
    // Events of the other processes were missed: clients that connect again fetch again. What this one could not tell was
    // missed at the others, which may never have lost their connection: theirs are closed through the stream.
    if (untold) {
      untold = false
      io.disconnectSockets(true)
    } else if (wasReady) for (const socket of io.sockets.sockets.values()) socket.conn.close()
    wasReady = true
  })
  await publisher.connect()
  const add = publisher.xAdd.bind(publisher)
  const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: STREAM_LENGTH } as const
  const addBeat = () => add(STREAM, '*', { beat: '' }, { TRIM: trim })
  const joined = await addBeat()

  /** Adds an event of the adapter, which tells its own sockets once Redis has it, or fails. */
  const xAdd = (...event: Parameters<typeof add>): Promise<string> => {
    const added = add(...event)
    unanswered.add(added)
    added.catch(() => (untold = true)).finally(() => unanswered.delete(added))
    return withTimeout(added, REDIS_PATIENCE_MS, 'Redis does not answer in time.')
  }

  // The adapter reads with a duplicate of the client it is given. That one must have the queue: reading again at once
  // from a connection that refuses at once would be a loop that leaves the process no time for anything else. The adapter
  // reads 'from now on' ($) until it has heard something, and would miss what is told before it reads: it reads from here on.
  const duplicate = () => {
    const reader = createClient({ ...options, pingInterval: SILENCE_MS / 3 })
    const read = reader.xRead.bind(reader)
    const xRead = async (...[streams, options]: Parameters<typeof read>) => {
      const from = [streams].flat().map(({ key, id }) => ({ key, id: id === '$' ? joined : id }))
      const found = await read(from, options)
      heard(roomsIn(found))
      return found
    }
    return Object.assign(reader, { xRead })
  }
  io.adapter(
    createAdapter(Object.assign(publisher, { duplicate, xAdd }), {
      streamName: STREAM,
      maxLen: STREAM_LENGTH,
      onlyPlaintext: true,
    }),
  )

  // Beats notice when nothing is answered any more although the connection stands.
  let beatsUnanswered = 0
  const beat = setInterval(() => {
    if (!publisher.isReady) return
    if (beatsUnanswered >= BEATS_UNANSWERED) {
      beatsUnanswered = 0
      log.warn('Redis does not answer; connecting anew.')
      publisher.destroy()
      publisher.connect().catch(() => {})
      return
    }
    beatsUnanswered += 1
    addBeat().then(
      () => (beatsUnanswered = 0),
      () => {},
    )
  }, BEAT_MS)
  beat.unref()

  return {
    async spread() {
      await Promise.race([Promise.allSettled(unanswered), sleep(SPREADING_MS)])
    },
    async close() {
      clearInterval(beat)
      publisher.destroy()
    },
  }
}

/** Rooms of the events that were read. The adapter writes each as JSON into the field `data`. */
function roomsIn(found: unknown): string[] {
  const streams = (found ?? []) as readonly { messages: readonly { message: { data?: string } }[] }[]
  return streams.flatMap(({ messages }) =>
    messages.flatMap(({ message: { data = '{}' } }) => {
      const { opts } = JSON.parse(data) as { opts?: { rooms?: string[] } }
      return opts?.rooms ?? []
    }),
  )
}
