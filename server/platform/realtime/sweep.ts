import { channels } from '@tahanan/contract/channels.ts'
import { SESSION } from '@tahanan/contract/limits.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { PortalSockets } from './admission.ts'
import { rooms } from './outbox.ts'

const EVERY_MS = 60_000

const ALIVE = {
  name: 'sessions.alive',
  text: `
    select id from sessions where id = any($1::bigint[])
      and active_at > now() - make_interval(secs => ${SESSION.idleSeconds})
      and created_at > now() - make_interval(secs => ${SESSION.maxAgeSeconds})`,
}

export interface Sweeping {
  sweep(): Promise<void>
  stop(): void
}

/**
 * Closes, once a minute, the sockets of this process whose sessions expired: nobody ends those, they only grow old
 * (rules 1.6). An open connection is no activity.
 */
export function startSweeping(io: PortalSockets, pool: Pool, log: Pick<FastifyBaseLogger, 'warn'>): Sweeping {
  async function sweep(): Promise<void> {
    const held = new Set<number>()
    for (const socket of io.sockets.sockets.values()) {
      const sessionId = socket.data.holder?.sessionId
      if (sessionId !== undefined) held.add(sessionId)
    }
    if (held.size === 0) return
    const { rows } = await pool.query<{ id: number }>({ ...ALIVE, values: [[...held]] })
    for (const { id } of rows) held.delete(id)
    for (const id of held) {
      io.local.to(rooms.session(id)).emit(channels.sessionEnded, { data: {} })
      io.local.in(rooms.session(id)).disconnectSockets(true)
    }
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) =>
      log.warn({ err: error }, 'Expired live connections were not looked for.'),
    )
  }, EVERY_MS)
  timer.unref()
  return { sweep, stop: () => clearInterval(timer) }
}
