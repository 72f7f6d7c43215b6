import { channels } from '@tahanan/contract/channels.ts'
import type { Sessions } from '../sessions.ts'
import type { PortalSockets } from './admission.ts'
import { rooms } from './outbox.ts'

/**
 * Closes the sockets of this process whose sessions expired: nobody ends those, they only grow old (rules 1.6). An open connection
 * is no activity.
 */
export async function closeExpired(
  io: PortalSockets,
  { filterActive }: Pick<Sessions, 'filterActive'>,
): Promise<void> {
  const held = new Set<number>()
  for (const socket of io.sockets.sockets.values()) {
    const sessionId = socket.data.holder?.sessionId
    if (sessionId !== undefined) held.add(sessionId)
  }
  if (held.size === 0) return
  for (const id of await filterActive([...held])) held.delete(id)
  for (const id of held) {
    io.local.to(rooms.session(id)).emit(channels.sessionEnded, { data: { expired: true } })
    io.local.in(rooms.session(id)).disconnectSockets(true)
  }
}
