import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import { watchRedis } from '../metrics/counters.ts'
import { withTimeout } from '../with-timeout.ts'
import type { PortalSockets } from './create-socket-admission.ts'

const STREAM = 'tahanan.live'
/** Older events are removed from the stream. */
const STREAM_LENGTH = 10_000
const MAX_PAUSE_MS = 3000
const TRIES_AT_START = 3
/** If Redis takes longer, an event is sent only to this process's own sockets. */
const ADD_TIMEOUT_MS = 1000
/** Short, because the relays of other processes wait for `flush`. */
const FLUSH_TIMEOUT_MS = 20
const HEARTBEAT_MS = 3000
/** The connection is then closed, for example because the machine of Redis vanished. */
const MAX_UNANSWERED = 2
/** A connection is closed after such a silence. Heartbeats and pings are more frequent. */
const SILENCE_MS = 15_000

export interface Cluster {
  /** Resolves when Redis has received all events so far, or after a short time-out. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Sends events to all server processes through a Redis stream. Rejects if Redis is unreachable at the start.
 * If Redis fails later, sockets miss the events of other processes; after its return, the affected ones are
 * disconnected, and their pages reconnect and refetch. Calls `onReceived` with the rooms of received events
 * before their sockets receive them. An own event may overtake an older one of another process: pages use the
 * newest state by `updated_at`.
 */
export async function connectCluster(
  io: PortalSockets,
  redisUrl: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  onReceived: (rooms: readonly string[]) => void,
): Promise<Cluster> {
  let wasReady = false
  /** Set if an event did not reach the other processes. */
  let hasLostEvents = false
  const pendingAdds = new Set<Promise<unknown>>()
  const pauseOrGiveUp = (tries: number, cause: Error): number | Error =>
    wasReady || tries < TRIES_AT_START ? Math.min(100 * 2 ** tries, MAX_PAUSE_MS) : cause
  const options = {
    url: redisUrl,
    socket: { connectTimeout: 3000, socketTimeout: SILENCE_MS, reconnectStrategy: pauseOrGiveUp },
  }

  // Without a queue, an event reaches this process's own sockets even while Redis is unavailable.
  const publisher = createClient({ ...options, disableOfflineQueue: true })
  publisher.on('error', (error: unknown) => log.warn({ err: error }, 'Redis does not answer.'))
  publisher.on('ready', () => {
    // This process missed events of the others: it closes its own sockets. If its own events were lost, the
    // other processes missed them without losing their connection: all sockets are closed through the stream.
    if (hasLostEvents) {
      hasLostEvents = false
      io.disconnectSockets(true)
    } else if (wasReady) for (const socket of io.sockets.sockets.values()) socket.conn.close()
    wasReady = true
  })
  await publisher.connect()
  watchRedis(() => publisher.isReady)
  const add = publisher.xAdd.bind(publisher)
  const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: STREAM_LENGTH } as const
  const addHeartbeat = () => add(STREAM, '*', { beat: '' }, { TRIM: trim })
  const firstEntry = await addHeartbeat()

  /** The adapter sends the event to its own sockets once this resolves or rejects. */
  const xAdd = (...event: Parameters<typeof add>): Promise<string> => {
    const added = add(...event)
    pendingAdds.add(added)
    added.catch(() => (hasLostEvents = true)).finally(() => pendingAdds.delete(added))
    return withTimeout(added, ADD_TIMEOUT_MS, 'Redis does not answer in time.')
  }

  // The adapter reads with a duplicate of its client, which needs the offline queue: refused reads would be
  // repeated in a busy loop. It first reads from the end of the stream ($) and would miss events that arrive
  // before its read, so it reads from the first entry of this process instead.
  const duplicate = () => {
    const reader = createClient({ ...options, pingInterval: SILENCE_MS / 3 })
    const read = reader.xRead.bind(reader)
    const xRead = async (...[streams, options]: Parameters<typeof read>) => {
      const from = [streams].flat().map(({ key, id }) => ({ key, id: id === '$' ? firstEntry : id }))
      const entries = await read(from, options)
      onReceived(listRooms(entries))
      return entries
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

  // Heartbeats detect a connection that is open but no longer answers.
  let unanswered = 0
  const heartbeat = setInterval(() => {
    if (!publisher.isReady) return
    if (unanswered >= MAX_UNANSWERED) {
      unanswered = 0
      log.warn('Redis does not answer; connecting anew.')
      publisher.destroy()
      publisher.connect().catch(() => {})
      return
    }
    unanswered += 1
    addHeartbeat().then(
      () => (unanswered = 0),
      () => {},
    )
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    async flush() {
      await Promise.race([Promise.allSettled(pendingAdds), sleep(FLUSH_TIMEOUT_MS)])
    },
    async close() {
      clearInterval(heartbeat)
      publisher.destroy()
    },
  }
}

/** The adapter writes each event as JSON into `data`. */
function listRooms(entries: unknown): string[] {
  const streams = (entries ?? []) as readonly { messages: readonly { message: { data?: string } }[] }[]
  return streams.flatMap(({ messages }) =>
    messages.flatMap(({ message: { data = '{}' } }) => {
      const { opts } = JSON.parse(data) as { opts?: { rooms?: string[] } }
      return opts?.rooms ?? []
    }),
  )
}
