import type { Server, Socket } from 'socket.io'
import { formatErrorMessage, type ErrorCode } from '@tahanan/contract/errors.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { isAtGate } from '../actor.ts'
import type { FoundSession } from '../sessions.ts'
import { rooms } from './outbox.ts'
import type { RecentRooms } from './recent-rooms.ts'

const SOCKET_LIMITS = {
  perSession: 20,
  /**
   * Maximum number of sockets without a session. Above it, pages of visitors still work, but without live
   * updates.
   */
  anonymous: 2000,
  messages: 1000,
} as const

interface SocketData {
  holder?: { area: Area; id: number; sessionId: number; isGateDevice: boolean; isWaiting: boolean }
}

export type Ack = (response: { ok: boolean; message?: string }) => void
type ClientEvents = Record<string, (data: unknown, ack: unknown) => void>
type ServerEvents = Record<string, (event: { data: unknown }) => void>
export type PortalSockets = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>
export type PortalSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>

/**
 * Returns the session of a token. This does not count as activity: an open page does not extend its session
 * (rules 1.6).
 */
export type Authenticate = (token: string) => Promise<FoundSession | null>

/** Creates the error for a refused socket. Socket.IO sends the code to the client as `error.data.code`. */
function createRefusal(code: ErrorCode, placeholders?: Record<string, string | number>): Error {
  return Object.assign(new Error(formatErrorMessage(code, placeholders)), { data: { code } })
}

type Connection = PortalSocket['conn']

interface SocketAdmission {
  /**
   * Closes a connection that sends too many messages. Before its socket is admitted, only one message is
   * allowed.
   */
  watch(connection: Connection): void
  /**
   * Looks up the session of a new socket and stores its account in `socket.data.holder`. Rejects with an
   * error that the client receives as `connect_error`: `noSession` if the token is unknown or its session has
   * ended, `tooManyRequests`, or `unavailable`.
   */
  admit(socket: PortalSocket): Promise<void>
}

export function createSocketAdmission(authenticate: Authenticate): SocketAdmission {
  const attemptedConnections = new WeakSet<Connection>()
  const admittedConnections = new WeakSet<Connection>()
  const counts = new Map<number, number>()

  /**
   * Counts the connections of a session and refuses too many. Must be called before the socket joins its
   * rooms, so that simultaneous connections are counted too.
   */
  function countConnection(connection: Connection, sessionId: number, maxCount: number): void {
    const count = counts.get(sessionId) ?? 0
    if (count >= maxCount || connection.readyState !== 'open')
      throw createRefusal('tooManyRequests', { minutes: 1 })
    counts.set(sessionId, count + 1)
    admittedConnections.add(connection)
    connection.once('close', () => {
      const remainingCount = (counts.get(sessionId) ?? 1) - 1
      if (remainingCount > 0) counts.set(sessionId, remainingCount)
      else counts.delete(sessionId)
    })
  }

  return {
    watch(connection) {
      let messageCount = 0
      connection.on('packet', ({ type }: { type: string }) => {
        if (type !== 'message') return
        messageCount += 1
        if (messageCount > (admittedConnections.has(connection) ? 1 + SOCKET_LIMITS.messages : 1))
          connection.close(true)
      })
    },

    async admit(socket) {
      const connection = socket.conn
      // A second CONNECT packet on a connection is refused, even if the first one is still being checked or
      // was refused.
      if (attemptedConnections.has(connection)) {
        connection.close(true)
        throw createRefusal('tooManyRequests', { minutes: 1 })
      }
      attemptedConnections.add(connection)
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
      socket.data.holder = {
        area,
        id,
        sessionId,
        isGateDevice: atGate,
        isWaiting: session.maintenance !== null,
      }
    },
  }
}

/**
 * Adds a socket to the rooms of its session. Sends `missed` if one of these rooms received an event after the
 * page was opened, `sinceMs` milliseconds ago. Then looks up the session again, because it may have ended just
 * before the socket joined its rooms. In that case the socket did not receive the event that ends it, so it
 * is disconnected here.
 */
export async function enterRooms(
  socket: PortalSocket,
  authenticate: Authenticate,
  recentRooms: RecentRooms,
): Promise<void> {
  const ownRooms = getRooms(socket.data.holder)
  await socket.join(ownRooms)
  const sinceMs: unknown = socket.handshake.auth['since']
  if (typeof sinceMs === 'number' && sinceMs >= 0 && recentRooms.includesAny(ownRooms, sinceMs))
    socket.emit(liveChannels.missed, { data: {} })
  if (!socket.data.holder) return
  const { isWaiting } = socket.data.holder
  try {
    const session = await authenticate(String(socket.handshake.auth['token']))
    if (session && (session.maintenance !== null) === isWaiting) return
    if (!session) socket.emit(liveChannels.sessionEnded, { data: { expired: true } })
    socket.disconnect(true)
  } catch {
    // The database did not answer, so it is unknown whether the session still exists. Closes the connection;
    // the client reconnects automatically.
    socket.conn.close()
  }
}

function getRooms(holder: SocketData['holder']): string[] {
  if (!holder) return [rooms.everybody, rooms.visitors]
  const { area, id, sessionId, isGateDevice: atGate, isWaiting } = holder
  return isWaiting
    ? [rooms.everybody, rooms.session(sessionId), rooms.waiting]
    : [
        rooms.everybody,
        rooms.session(sessionId),
        rooms.area(area),
        // A gate device has its own room, because it must not receive the events of the office's records.
        atGate ? rooms.gateDevice(id) : rooms.account(area, id),
      ]
}
