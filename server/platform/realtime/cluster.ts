import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import { createClient } from '@redis/client'
import type { Namespace } from 'socket.io'
import { atMost } from '../in-time.ts'
import type { PortalSockets } from './admission.ts'
import { createStreamOrder } from './stream-order.ts'

const STREAM = 'tahanan.live'
/** Older events than so many are forgotten; whoever was away for longer fetches anyway. */
const STREAM_LENGTH = 10_000
const LONGEST_PAUSE_MS = 3000
const TRIES_AT_START = 3
/**
 * So long the next process's turn to tell waits for Redis to have what this one told. By then it is on its way at least: a Redis
 * that does not answer holds nobody up, and what two processes tell keeps its order as long as it answers.
 */
const SPREADING_MS = 20
const BEAT_MS = 3000
/** After so many beats without an answer the connection is given up, as when Redis's machine vanished. */
const BEATS_UNANSWERED = 2
/** A connection on which nothing comes for so long is given up: readers hear of the beats, or their own pings. */
const SILENCE_MS = 15_000

/** Parts of the adapter that are not in its types. */
interface Spreading {
  /** Tells the other processes; answers the place in the stream. */
  doPublish(message: unknown): Promise<string>
  /** Takes what a process has told, this one too. */
  onMessage(message: Message, offset?: string): unknown
  readonly uid: string
}

interface Message {
  readonly uid?: string
  readonly data?: { opts?: { rooms?: string[] } }
}

export interface Cluster {
  /** Resolves when Redis has what was told so far; soon in any case, for others wait behind it. */
  spread(): Promise<void>
  close(): Promise<void>
}

/**
 * Spreads events over several server processes by a Redis stream. Rejects when Redis cannot be reached at the start. Later
 * failures cost nothing but the other processes' events, and are healed when Redis is back: whoever may have missed
 * something is disconnected, and fetches when it connects again. `heard` is told of the rooms to which other processes send
 * something, right before their sockets here get it.
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
  const order = createStreamOrder(log)
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

  // The adapter reads with a duplicate of the client it is given. That one must have the queue: reading again at once
  // from a connection that refuses at once would be a loop that leaves the process no time for anything else.
  const duplicate = () => createClient({ ...options, pingInterval: SILENCE_MS / 3 })
  const createSpreading = createAdapter(Object.assign(publisher, { duplicate }), {
    streamName: STREAM,
    maxLen: STREAM_LENGTH,
    onlyPlaintext: true,
  })
  // Socket.IO makes it with `new`, which an arrow function does not know.
  io.adapter(function adapterOf(namespace: Namespace) {
    const adapter = createSpreading(namespace)
    const spreading = adapter as unknown as Spreading
    const publish = spreading.doPublish.bind(adapter)
    spreading.doPublish = (message) => {
      const published = publish(message)
      published.catch(() => (untold = true))
      return order.own(published)
    }
    const receive = spreading.onMessage.bind(adapter)
    spreading.onMessage = (message, offset) => {
      if (message.uid === spreading.uid) {
        if (offset !== undefined) order.readOwn(offset)
        return
      }
      heard(message.data?.opts?.rooms ?? [])
      if (offset === undefined) receive(message)
      else order.read(() => receive(message, offset))
    }
    return adapter
  })

  // A reader that has heard nothing yet reads 'from now on', again and again, and misses what comes in between: beats give it
  // a place in the stream. And they notice when nothing is answered any more although the connection stands.
  let unanswered = 0
  const beat = setInterval(() => {
    if (!publisher.isReady) return
    if (unanswered >= BEATS_UNANSWERED) {
      unanswered = 0
      log.warn('Redis does not answer; connecting anew.')
      publisher.destroy()
      publisher.connect().catch(() => {})
      return
    }
    unanswered += 1
    const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: STREAM_LENGTH } as const
    publisher.xAdd(STREAM, '*', { beat: '' }, { TRIM: trim }).then(
      () => (unanswered = 0),
      () => {},
    )
  }, BEAT_MS)
  beat.unref()

  return {
    spread: () => atMost(SPREADING_MS, order.answered()),
    async close() {
      clearInterval(beat)
      publisher.destroy()
    },
  }
}
