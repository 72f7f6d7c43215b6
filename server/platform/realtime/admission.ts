import type { Server, Socket } from 'socket.io'
import { channels } from '@tahanan/contract/channels.ts'
import { errorMessage, type ErrorCode } from '@tahanan/contract/errors.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import type { FoundSession } from '../sessions.ts'
import { rooms } from './outbox.ts'
import type { RecentRooms } from './recent-rooms.ts'

/** Limits of a socket, whoever holds it. */
const LIMITS_OF_A_SOCKET = {
  /** Sockets of one session, which is one browser: its open pages. */
  perSession: 20,
  /** Sockets without a session; further visitors do without live settings. */
  anonymous: 2000,
  /** Messages that a client may send as long as it lives; before it is let in, one. */
  messages: 1000,
} as const

/** Owner of a socket; undefined for visitors who have not logged in. */
interface SocketData {
  holder?: { area: Area; id: number; sessionId: number; waiting: boolean }
}

/** Answers a question of a client. */
export type Ack = (answer: { ok: boolean; message?: string }) => void
type Asked = Record<string, (asked: unknown, ack: unknown) => void>
type Told = Record<string, (event: { data: unknown }) => void>
export type PortalSockets = Server<Asked, Told, Record<string, never>, SocketData>
export type PortalSocket = Socket<Asked, Told, Record<string, never>, SocketData>

/** Finds the session of a token. It does not count as activity, so an open page expires like a closed one (rules 1.6). */
export type Authenticate = (token: string) => Promise<FoundSession | null>

/** A refusal as Socket.IO sends it: the message of the catalogue, and its code as `error.data.code`. */
function refusal(code: ErrorCode, blanks?: Record<string, string | number>): Error {
  return Object.assign(new Error(errorMessage(code, blanks)), { data: { code } })
}

type Connection = PortalSocket['conn']

/** Lets sockets in: one CONNECT a connection, and so many connections a session. */
interface Door {
  /** Counts what comes over a connection, and cuts it off when that is more than a client has to say. */
  watch(connection: Connection): void
  /**
   * Decides at the handshake who a socket belongs to. Rejects with the refusal that the client gets as `connect_error`:
   * `noSession` for a token that is unknown or ended, `tooManyRequests`, `unavailable`.
   */
  admit(socket: PortalSocket): Promise<void>
}

/** Creates the door of this process's sockets. */
export function createDoor(authenticate: Authenticate): Door {
  const knocked = new WeakSet<Connection>()
  const inside = new WeakSet<Connection>()
  /** Connections by session; those without one under 0. */
  const places = new Map<number, number>()

  /** Takes a place at once, not when the socket is in its rooms: of many at the same moment each counts the others. */
  function takePlace(connection: Connection, sessionId: number, most: number): void {
    const taken = places.get(sessionId) ?? 0
    if (taken >= most || connection.readyState !== 'open') throw refusal('tooManyRequests', { minutes: 1 })
    places.set(sessionId, taken + 1)
    inside.add(connection)
    connection.once('close', () => {
      const left = (places.get(sessionId) ?? 1) - 1
      if (left > 0) places.set(sessionId, left)
      else places.delete(sessionId)
    })
  }

  return {
    watch(connection) {
      let messages = 0
      connection.on('packet', ({ type }: { type: string }) => {
        if (type !== 'message') return
        messages += 1
        if (messages > (inside.has(connection) ? 1 + LIMITS_OF_A_SOCKET.messages : 1)) connection.close(true)
      })
    },

    async admit(socket) {
      const connection = socket.conn
      // A second one while the first is looked up, or after it was refused.
      if (knocked.has(connection)) {
        connection.close(true)
        throw refusal('tooManyRequests', { minutes: 1 })
      }
      knocked.add(connection)
      const token: unknown = socket.handshake.auth['token']
      if (token === undefined || token === null) return takePlace(connection, 0, LIMITS_OF_A_SOCKET.anonymous)
      if (typeof token !== 'string') throw refusal('noSession')
      const session = await authenticate(token).catch(() => {
        throw refusal('unavailable')
      })
      if (!session) throw refusal('noSession')
      const { area, id, sessionId } = session.actor
      takePlace(connection, sessionId, LIMITS_OF_A_SOCKET.perSession)
      socket.data.holder = { area, id, sessionId, waiting: session.maintenance !== null }
    },
  }
}

/**
 * Puts a socket into its rooms, by what its session says and nothing that the client says, and tells it whether something was
 * told there since its page began. Then asks again: a session that ended between the look-up and the joining was told to
 * rooms in which this socket was not yet.
 */
export async function enterRooms(
  socket: PortalSocket,
  authenticate: Authenticate,
  recently: RecentRooms,
): Promise<void> {
  const own = roomsOf(socket.data.holder)
  await socket.join(own)
  const since: unknown = socket.handshake.auth['since']
  if (typeof since === 'number' && since >= 0 && recently.includesAny(own, since))
    socket.emit(channels.missed, { data: {} })
  if (!socket.data.holder) return
  const { waiting } = socket.data.holder
  try {
    const session = await authenticate(String(socket.handshake.auth['token']))
    if (session && (session.maintenance !== null) === waiting) return
    if (!session) socket.emit(channels.sessionEnded, { data: { expired: true } })
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
