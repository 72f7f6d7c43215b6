import { channels } from '@tahanan/contract/channels.ts'
import type { Sessions } from '../sessions.ts'
import type { PortalSockets } from './create-socket-admission.ts'
import { rooms } from './outbox.ts'

/** Closes the sockets of this process whose sessions expired (rules 1.6): expiry itself sends no event. */
export async function closeExpired(
  io: PortalSockets,
  { filterActive }: Pick<Sessions, 'filterActive'>,
): Promise<void> {
  const expired = new Set<number>()
  for (const socket of io.sockets.sockets.values()) {
    const sessionId = socket.data.holder?.sessionId
    if (sessionId !== undefined) expired.add(sessionId)
  }
  if (expired.size === 0) return
  for (const id of await filterActive([...expired])) expired.delete(id)
  for (const id of expired) {
    io.local.to(rooms.session(id)).emit(channels.sessionEnded, { data: { expired: true } })
    io.local.in(rooms.session(id)).disconnectSockets(true)
  }
}
