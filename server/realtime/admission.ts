import { channels } from '@tahanan/contract/channels.ts'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import { errorMessage } from '@tahanan/contract/errors.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import type { Server, Socket } from 'socket.io'
import type { FoundSession } from '../sessions/find-session.ts'
import { rooms } from './outbox.ts'
import type { RecentlyTold } from './recently-told.ts'

/** What a socket is allowed, whoever holds it. */
export const LIMITS_OF_A_SOCKET = {
  /** Sockets of one session, which is one browser: its open pages. */
  perSession: 20,
  /** Sockets without a session; further visitors do without live settings. */
  anonymous: 2000,
  /** Events that a client may send as long as it lives. */
  events: 1000,
  /** Imports followed by one socket. */
  imports: 10,
} as const

/** Who a socket belongs to; undefined for visitors who have not logged in. */
export interface SocketData {
  holder?: { area: Area; id: number; sessionId: number; waiting: boolean }
}

type Ack = (answer: { ok: boolean; message?: string }) => void
interface Asked {
  'soa-update': (uniqId: unknown, ack: unknown) => void
}
type Told = Record<string, (event: { data: unknown }) => void>
export type PortalSockets = Server<Asked, Told, Record<string, never>, SocketData>
export type PortalSocket = Socket<Asked, Told, Record<string, never>, SocketData>
export type { Ack as ImportAck }

/** The same look-up as for HTTP calls; it does not count as activity, so an open page expires like a closed one. */
export type Authenticate = (token: string) => Promise<FoundSession | null>

/** A refusal as Socket.IO sends it: the message of the catalogue, and its code as `error.data.code`. */
function refusal(code: ErrorCode, blanks?: Record<string, string | number>): Error {
  return Object.assign(new Error(errorMessage(code, blanks)), { data: { code } })
}

/**
 * Decides at the handshake who a socket belongs to. Rejects with the refusal that the client gets as `connect_error`:
 * `noSession` for a token that is unknown or ended, `tooManyRequests`, `unavailable`.
 */
export async function admit(
  io: PortalSockets,
  socket: PortalSocket,
  authenticate: Authenticate,
): Promise<void> {
  const token: unknown = socket.handshake.auth['token']
  const sizeOf = (room: string): number => io.sockets.adapter.rooms.get(room)?.size ?? 0
  if (token === undefined || token === null) {
    if (sizeOf(rooms.visitors) >= LIMITS_OF_A_SOCKET.anonymous)
      throw refusal('tooManyRequests', { minutes: 1 })
    return
  }
  if (typeof token !== 'string') throw refusal('noSession')
  const session = await authenticate(token).catch(() => {
    throw refusal('unavailable')
  })
  if (!session) throw refusal('noSession')
  const { area, id, sessionId } = session.actor
  if (sizeOf(rooms.session(sessionId)) >= LIMITS_OF_A_SOCKET.perSession)
    throw refusal('tooManyRequests', { minutes: 1 })
  socket.data.holder = { area, id, sessionId, waiting: session.maintenance !== null }
}

/**
 * Puts a socket into its rooms, by what its session says and nothing that the client says, and tells it whether something was
 * told there since its page began. Then asks again: a session that ended between the look-up and the joining was told to
 * rooms in which this socket was not yet.
 */
export async function enterRooms(
  socket: PortalSocket,
  authenticate: Authenticate,
  recently: RecentlyTold,
): Promise<void> {
  const own = roomsOf(socket.data.holder)
  await socket.join(own)
  const since: unknown = socket.handshake.auth['since']
  if (typeof since === 'number' && since >= 0 && recently.anyOf(own, since))
    socket.emit(channels.missed, { data: {} })
  if (!socket.data.holder) return
  const { waiting } = socket.data.holder
  try {
    const session = await authenticate(String(socket.handshake.auth['token']))
    if (session && (session.maintenance !== null) === waiting) return
    if (!session) socket.emit(channels.sessionEnded, { data: {} })
    socket.disconnect(true)
  } catch {
    // Unknown whether the session still stands: the client connects again by itself.
    socket.conn.close()
  }
}

function roomsOf(holder: SocketData['holder']): string[] {
  if (!holder) return [rooms.everybody, rooms.visitors]
  const { area, id, sessionId, waiting } = holder
  return waiting
    ? [rooms.everybody, rooms.session(sessionId), rooms.waiting]
    : [rooms.everybody, rooms.session(sessionId), rooms.area(area), rooms.account(area, id)]
}
