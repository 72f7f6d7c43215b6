import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import { createClient } from 'redis'
import type { PortalSockets } from './admission.ts'

/**
 * Spreads events over several server processes by a Redis stream. Rejects when Redis cannot be reached at the start;
 * later failures cost nothing but the other processes' events, and are healed when Redis is back.
 */
export async function connectCluster(
  io: PortalSockets,
  redisUrl: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<{ close(): Promise<void> }> {
  // Without the queue, events reach this process's own sockets at once while Redis is away, instead of when it is back.
  let wasReady = false
  const client = createClient({
    url: redisUrl,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 3000,
      reconnectStrategy: (tries, cause) => (wasReady || tries < 3 ? Math.min(100 * 2 ** tries, 3000) : cause),
    },
  })
  client.on('error', (error: unknown) => log.warn({ err: error }, 'Redis does not answer.'))
  client.on('ready', () => {
    // Events of the other processes were missed: clients that connect again fetch again.
    if (wasReady) for (const socket of io.sockets.sockets.values()) socket.conn.close()
    wasReady = true
  })
  await client.connect()
  io.adapter(createAdapter(client, { streamName: 'tahanan.live', onlyPlaintext: true }))
  return {
    async close() {
      client.destroy()
    },
  }
}
