import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import { createClient } from 'redis'
import type { PortalSockets } from './admission.ts'

const LONGEST_PAUSE_MS = 3000
const TRIES_AT_START = 3

/**
 * Spreads events over several server processes by a Redis stream. Rejects when Redis cannot be reached at the start;
 * later failures cost nothing but the other processes' events, and are healed when Redis is back.
 */
export async function connectCluster(
  io: PortalSockets,
  redisUrl: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<{ close(): Promise<void> }> {
  let wasReady = false
  const pauseOrGiveUp = (tries: number, cause: Error): number | Error =>
    wasReady || tries < TRIES_AT_START ? Math.min(100 * 2 ** tries, LONGEST_PAUSE_MS) : cause
  const options = { url: redisUrl, socket: { connectTimeout: 3000, reconnectStrategy: pauseOrGiveUp } }

  // Without a queue, an event reaches this process's own sockets while Redis is away, instead of when it is back.
  const publisher = createClient({ ...options, disableOfflineQueue: true })
  publisher.on('error', (error: unknown) => log.warn({ err: error }, 'Redis does not answer.'))
  publisher.on('ready', () => {
    // Events of the other processes were missed: clients that connect again fetch again.
    if (wasReady) for (const socket of io.sockets.sockets.values()) socket.conn.close()
    wasReady = true
  })
  await publisher.connect()

  // The adapter reads with a duplicate of the client it is given. That one must have the queue: reading again at once
  // from a connection that refuses at once would be a loop that leaves the process no time for anything else.
  const duplicate = () => createClient(options)
  io.adapter(
    createAdapter(Object.assign(publisher, { duplicate }), {
      streamName: 'tahanan.live',
      onlyPlaintext: true,
    }),
  )
  return {
    async close() {
      publisher.destroy()
    },
  }
}
