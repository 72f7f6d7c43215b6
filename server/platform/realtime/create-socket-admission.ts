import type { Server, Socket } from 'socket.io'
import { channels } from '@tahanan/contract/channels.ts'
import { formatErrorMessage, type ErrorCode } from '@tahanan/contract/errors.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { isAtGate } from '../actor.ts'
import type { FoundSession } from '../sessions.ts'
import { rooms } from './outbox.ts'
import type { RecentRooms } from './recent-rooms.ts'

const SOCKET_LIMITS = {
  /** Open pages of one browser. */
  perSession: 20,
  /** Sockets without a session. Pages of further visitors work without live settings. */
  anonymous: 2000,
  /** Messages of a client in the lifetime of a socket. */
  messages: 1000,
} as const

interface SocketData {
  holder?: { area: Area; id: number; sessionId: number; atGate: boolean; waiting: boolean }
}

export type Ack = (answer: { ok: boolean; message?: string }) => void
type ClientEvents = Record<string, (data: unknown, ack: unknown) => void>
type ServerEvents = Record<string, (event: { data: unknown }) => void>
export type PortalSockets = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>
export type PortalSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>

/** Does not count as activity: an open page does not extend a session (rules 1.6). */
export type Authenticate = (token: string) => Promise<FoundSession | null>

/** Socket.IO sends the code to the client as `error.data.code`. */
function createRefusal(code: ErrorCode, blanks?: Record<string, string | number>): Error {
  return Object.assign(new Error(formatErrorMessage(code, blanks)), { data: { code } })
}

type Connection = PortalSocket['conn']

/** Allows one CONNECT per connection, and 20 connections per session. */
interface SocketAdmission {
  /** Closes a connection with too many messages; before its admission only one is allowed. */
  watch(connection: Connection): void
  /**
   * Sets the holder of a socket at its handshake. Rejects with the refusal that the client receives as
   * `connect_error`: `noSession` for a token that is unknown or ended, `tooManyRequests`, `unavailable`.
   */
  admit(socket: PortalSocket): Promise<void>
}

export function createSocketAdmission(authenticate: Authenticate): SocketAdmission {
  const attempted = new WeakSet<Connection>()
  const admitted = new WeakSet<Connection>()
  const counts = new Map<number, number>()

  /** Must be called before the socket joins its rooms, so that simultaneous connections count each other. */
  function countConnection(connection: Connection, sessionId: number, most: number): void {
    const count = counts.get(sessionId) ?? 0
    if (count >= most || connection.readyState !== 'open')
      throw createRefusal('tooManyRequests', { minutes: 1 })
    counts.set(sessionId, count + 1)
    admitted.add(connection)
    connection.once('close', () => {
      const left = (counts.get(sessionId) ?? 1) - 1
      if (left > 0) counts.set(sessionId, left)
      else counts.delete(sessionId)
    })
  }

  return {
    watch(connection) {
      let messages = 0
      connection.on('packet', ({ type }: { type: string }) => {
        if (type !== 'message') return
        messages += 1
        if (messages > (admitted.has(connection) ? 1 + SOCKET_LIMITS.messages : 1)) connection.close(true)
      })
    },

    async admit(socket) {
      const connection = socket.conn
      // This CONNECT comes during the look-up of the first one, or after its refusal.
      if (attempted.has(connection)) {
        connection.close(true)
        throw createRefusal('tooManyRequests', { minutes: 1 })
      }
      attempted.add(connection)
      const token: unknown = socket.handshake.auth['token']
      if (token === undefined || token === null)
        return countConnection(connection, 0, SOCKET_LIMITS.anonymous)
      if (typeof token !== 'string') throw createRefusal('noSession')
      const session = await authenticate(token).catch(() => {
        throw createRefusal('unavailable')
      })
      if (!session) throw createRefusal('noSession')
      const { area, id, sessionId } = session.actor
      countConnection(connection, sessionId, SOCKET_LIMITS.perSession)
      const atGate = isAtGate(session.actor)
      socket.data.holder = { area, id, sessionId, atGate, waiting: session.maintenance !== null }
    },
  }
}

/**
 * Adds a socket to the rooms of its session, and sends `missed` if one of them received an event since the
 * page began (`since`, in milliseconds). Then looks the session up again, because the socket was in no room
 * yet if its session ended between the first look-up and the joining.
 */
export async function enterRooms(
  socket: PortalSocket,
  authenticate: Authenticate,
  recentRooms: RecentRooms,
): Promise<void> {
  const own = getRooms(socket.data.holder)
  await socket.join(own)
  const since: unknown = socket.handshake.auth['since']
  if (typeof since === 'number' && since >= 0 && recentRooms.includesAny(own, since))
    socket.emit(channels.missed, { data: {} })
  if (!socket.data.holder) return
  const { waiting } = socket.data.holder
  try {
    const session = await authenticate(String(socket.handshake.auth['token']))
    if (session && (session.maintenance !== null) === waiting) return
    if (!session) socket.emit(channels.sessionEnded, { data: { expired: true } })
    socket.disconnect(true)
  } catch {
    // The state of the session is unknown, and the client reconnects by itself.
    socket.conn.close()
  }
}

function getRooms(holder: SocketData['holder']): string[] {
  if (!holder) return [rooms.everybody, rooms.visitors]
  const { area, id, sessionId, atGate, waiting } = holder
  return waiting
    ? [rooms.everybody, rooms.session(sessionId), rooms.waiting]
    : [
        rooms.everybody,
        rooms.session(sessionId),
        rooms.area(area),
        // A gate device must not receive events of the office's records.
        atGate ? rooms.atGate(id) : rooms.account(area, id),
      ]
}
