import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import { setRedisReadyCheck } from '../metrics/counters.ts'
import { withTimeout } from '../with-timeout.ts'
import type { PortalSockets } from './create-socket-admission.ts'

const STREAM = 'tahanan.live'
const STREAM_LENGTH = 10_000
const MAX_PAUSE_MS = 3000
const MAX_START_ATTEMPTS = 3
/**
 * Time limit for adding an event to Redis. If it is exceeded, the event is sent only to the sockets of this
 * process.
 */
const ADD_TIMEOUT_MS = 1000
/** Time limit of `flush`. It is short, because meanwhile the other processes cannot send their events. */
const FLUSH_TIMEOUT_MS = 20
const HEARTBEAT_MS = 3000
/**
 * Number of unanswered heartbeats after which the connection to Redis is closed, for example because its
 * machine vanished.
 */
const MAX_UNANSWERED_HEARTBEATS = 2
const SILENCE_TIMEOUT_MS = 15_000

export interface Cluster {
  /** Resolves when Redis has received all events that were sent so far, or after a short time-out. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Sends live events to all server processes through a Redis stream. Rejects if Redis cannot be reached at the
 * start. If Redis fails later, sockets miss the events of other processes. When Redis returns, these sockets
 * are disconnected; their pages then reconnect and load their data again. `onReceived` is called with the
 * rooms of received events before sockets receive the events. An event of this process may arrive before an
 * older event of another process, so pages use the state with the newest `updated_at`.
 */
export async function connectCluster(
  io: PortalSockets,
  redisUrl: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  onReceived: (rooms: readonly string[]) => void,
): Promise<Cluster> {
  let wasReady = false
  /** True if an event of this process was not added to Redis, so that other processes did not receive it. */
  let hasLostEvents = false
  const pendingAdds = new Set<Promise<unknown>>()
  const getReconnectDelay = (attempts: number, cause: Error): number | Error =>
    wasReady || attempts < MAX_START_ATTEMPTS ? Math.min(100 * 2 ** attempts, MAX_PAUSE_MS) : cause
  const options = {
    url: redisUrl,
    socket: { connectTimeout: 3000, socketTimeout: SILENCE_TIMEOUT_MS, reconnectStrategy: getReconnectDelay },
  }

  // Without an offline queue, adding an event (`xAdd`) rejects immediately while Redis is unavailable. The
  // event is then sent at once to the sockets of this process.
  const publisher = createClient({ ...options, disableOfflineQueue: true })
  publisher.on('error', (error: unknown) => log.warn({ err: error }, 'Redis does not answer.'))
  publisher.on('ready', () => {
    // During the disconnection this process missed events of the others, so it closes its own sockets. If
    // Redis also missed events of this process, it closes the sockets of all processes, because these missed
    // the events too.
    if (hasLostEvents) {
      hasLostEvents = false
      io.disconnectSockets(true)
    } else if (wasReady) for (const socket of io.sockets.sockets.values()) socket.conn.close()
    wasReady = true
  })
  await publisher.connect()
  setRedisReadyCheck(() => publisher.isReady)
  const add = publisher.xAdd.bind(publisher)
  const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: STREAM_LENGTH } as const
  const addHeartbeat = () => add(STREAM, '*', { beat: '' }, { TRIM: trim })
  const firstEntry = await addHeartbeat()

  /**
   * Adds an event to the Redis stream, with a time limit. When the call resolves or rejects, the Socket.IO
   * adapter sends the event to the sockets of this process.
   */
  const xAdd = (...event: Parameters<typeof add>): Promise<string> => {
    const pendingAdd = add(...event)
    pendingAdds.add(pendingAdd)
    pendingAdd.catch(() => (hasLostEvents = true)).finally(() => pendingAdds.delete(pendingAdd))
    return withTimeout(pendingAdd, ADD_TIMEOUT_MS, 'Redis does not answer in time.')
  }

  // Creates the client with which the Socket.IO adapter reads the stream. It has an offline queue; otherwise
  // reads would be refused and repeated in a busy loop while Redis is unavailable. The adapter's first read
  // would start at the end of the stream ($) and miss events that were added shortly before. So it starts at
  // the first entry of this process instead.
  const duplicate = () => {
    const streamClient = createClient({ ...options, pingInterval: SILENCE_TIMEOUT_MS / 3 })
    const originalXRead = streamClient.xRead.bind(streamClient)
    const xRead = async (...[streams, options]: Parameters<typeof originalXRead>) => {
      const startPositions = [streams]
        .flat()
        .map(({ key, id }) => ({ key, id: id === '$' ? firstEntry : id }))
      const entries = await originalXRead(startPositions, options)
      onReceived(listRooms(entries))
      return entries
    }
    return Object.assign(streamClient, { xRead })
  }
  io.adapter(
    createAdapter(Object.assign(publisher, { duplicate, xAdd }), {
      streamName: STREAM,
      maxLen: STREAM_LENGTH,
      onlyPlaintext: true,
    }),
  )

  // Heartbeats detect a connection that is open but no longer answers.
  let unansweredHeartbeats = 0
  const heartbeat = setInterval(() => {
    if (!publisher.isReady) return
    if (unansweredHeartbeats >= MAX_UNANSWERED_HEARTBEATS) {
      unansweredHeartbeats = 0
      log.warn('Redis does not answer; connecting anew.')
      publisher.destroy()
      publisher.connect().catch(() => {})
      return
    }
    unansweredHeartbeats += 1
    addHeartbeat().then(
      () => (unansweredHeartbeats = 0),
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

function listRooms(entries: unknown): string[] {
  const streams = (entries ?? []) as readonly { messages: readonly { message: { data?: string } }[] }[]
  return streams.flatMap(({ messages }) =>
    messages.flatMap(({ message: { data = '{}' } }) => {
      const { opts } = JSON.parse(data) as { opts?: { rooms?: string[] } }
      return opts?.rooms ?? []
    }),
  )
}
