import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { Server } from 'socket.io'
import type { RateLimiter } from '#platform/http/limits/create-rate-limiter.ts'
import { isOwnOrigin } from '#platform/http/refuse-foreign-origins.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { liveConnections } from '../metrics/counters.ts'
import type { PlatformConfig } from '../platform-config.ts'
import type { Sessions } from '../sessions.ts'
import type { Cluster } from './cluster.ts'
import {
  createSocketAdmission,
  enterRooms,
  type Authenticate,
  type PortalSocket,
  type PortalSockets,
} from './create-socket-admission.ts'
import { type OutgoingEvent, type RoomEvent, rooms } from './outbox.ts'
import { RecentRooms } from './recent-rooms.ts'

/** Live connections of this process (rules 10.10): Socket.IO at `/socket.io`, only with WebSockets. */
export interface Gateway {
  /**
   * Sends live events. Resolves when Redis has received the events for other processes, or after a time-out.
   */
  deliver(deliveries: readonly OutgoingEvent[]): Promise<void> | undefined
  closeExpiredSockets(): Promise<void>
  /**
   * Closes the sockets of this process; their clients reconnect. Afterwards `deliver` still sends to the
   * other processes.
   */
  disconnect(): void
  close(): Promise<void>
}

/**
 * Handlers for the requests that clients send through a socket, by event name. Other requests are ignored.
 */
export type ClientRequests = Readonly<
  Record<
    string,
    (socket: PortalSocket, authenticate: Authenticate, data: unknown, ack: unknown) => Promise<void>
  >
>

export interface PresenceListener {
  onConnect(tenantId: number): void
  onDisconnect(tenantId: number): void
}

interface GatewayOptions {
  httpServer: HttpServer
  rateLimiter: Pick<RateLimiter, 'upgrade'>
  sessions: Pick<Sessions, 'find' | 'filterActive'>
  config: Pick<PlatformConfig, 'publicUrl' | 'redisUrl'>
  clientRequests: ClientRequests
  presence: PresenceListener
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

const SWEEP_MS = 60_000

export async function openGateway({
  httpServer,
  rateLimiter: rateLimits,
  sessions,
  config,
  clientRequests,
  presence,
  log,
}: GatewayOptions): Promise<Gateway> {
  const authenticate: Authenticate = (token) => sessions.find(token)
  const socketAdmission = createSocketAdmission(authenticate)
  const io: PortalSockets = new Server(httpServer, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    httpCompression: false,
    // A small limit is enough, because clients send only their token and short requests.
    maxHttpBufferSize: 8192,
    connectTimeout: 10_000,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    // Accepts only sockets from the portal's own pages. Browsers always send the page's origin with a
    // WebSocket. Programs send none; they are accepted, because they authenticate only with a token.
    allowRequest: (request, callback) => {
      const { origin, host } = request.headers
      if (origin !== undefined && !isOwnOrigin(origin, host, config.publicUrl)) return callback(null, false)
      try {
        rateLimits.upgrade(request)
        callback(null, true)
      } catch (error) {
        callback((error as Error).message, false)
      }
    },
  })
  const recentRooms = new RecentRooms()
  let cluster: Cluster | undefined
  if (config.redisUrl) {
    // Imported only if Redis is configured, because the Redis client needs 20 MB of memory.
    const { connectCluster } = await import('./cluster.ts')
    cluster = await connectCluster(io, config.redisUrl, log, (names) => recentRooms.add(names))
  }

  io.engine.on('connection', (connection: PortalSocket['conn']) => {
    liveConnections.inc()
    connection.once('close', () => liveConnections.dec())
    freeRequest(connection)
    socketAdmission.watch(connection)
  })
  io.use((socket, next) => {
    socketAdmission.admit(socket).then(
      () => next(),
      (refusal: Error) => next(refusal),
    )
  })
  io.on('connection', (socket) => {
    dropOtherEvents(socket, Object.keys(clientRequests))
    for (const [event, handleRequest] of Object.entries(clientRequests))
      socket.on(event, (data, ack) => void handleRequest(socket, authenticate, data, ack))
    notifyPresence(socket, presence)
    void enterRooms(socket, authenticate, recentRooms)
  })

  const closeExpiredSockets = () => closeSocketsOfExpiredSessions(io, sessions)
  const expiryTimer = setInterval(() => {
    closeExpiredSockets().catch((error: unknown) =>
      log.warn({ err: error }, 'Expired live connections could not be closed.'),
    )
  }, SWEEP_MS)
  expiryTimer.unref()

  /**
   * Returns false if no socket can be in the room, so the event need not be encoded. Always true if there
   * are other processes, because their sockets are unknown.
   */
  const mayHaveSockets = (room: string): boolean =>
    cluster !== undefined || io.sockets.adapter.rooms.has(room)

  const emitEvent = ({ room, event, data }: RoomEvent): void => void io.to(room).emit(event, { data })

  const closeAllSockets = (): void => {
    clearInterval(expiryTimer)
    // `io.close()` is not used, because it would prevent clients from reconnecting and close the web server.
    io.engine.close()
  }

  return {
    deliver(deliveries) {
      recentRooms.add(deliveries.flatMap((delivery) => ('room' in delivery ? [delivery.room] : [])))
      for (const delivery of deliveries) {
        if ('room' in delivery && mayHaveSockets(delivery.room)) emitEvent(delivery)
      }
      // First sends the events, then disconnects sockets, so that a disconnected socket still receives the
      // reason, such as maintenance.
      for (const delivery of deliveries) {
        if ('disconnect' in delivery && mayHaveSockets(delivery.disconnect))
          io.in(delivery.disconnect).disconnectSockets(true)
      }
      return cluster?.flush()
    },
    closeExpiredSockets,
    disconnect: closeAllSockets,
    async close() {
      closeAllSockets()
      await io.sockets.adapter.close()
      await cluster?.close()
    },
  }
}

function notifyPresence(socket: PortalSocket, presence: PresenceListener): void {
  const { holder } = socket.data
  if (holder?.area !== 'client' || holder.isWaiting) return
  presence.onConnect(holder.id)
  socket.once('disconnect', () => presence.onDisconnect(holder.id))
}

/**
 * Releases the HTTP request of a connection. Socket.IO would keep it and its HTTP parser in memory as long as
 * the socket.
 */
function freeRequest(connection: { request: IncomingMessage | null }): void {
  connection.request = null
}

function dropOtherEvents(socket: PortalSocket, events: readonly string[]): void {
  socket.use(([event], next) => {
    if (events.includes(String(event))) next()
  })
}

/**
 * Closes the sockets of sessions that have expired. They are looked up, because the expiry of a session
 * causes no event (rules 1.6).
 */
async function closeSocketsOfExpiredSessions(
  io: PortalSockets,
  { filterActive }: Pick<Sessions, 'filterActive'>,
): Promise<void> {
  const expiredSessionIds = new Set<number>()
  for (const socket of io.sockets.sockets.values()) {
    const sessionId = socket.data.holder?.sessionId
    if (sessionId !== undefined) expiredSessionIds.add(sessionId)
  }
  if (expiredSessionIds.size === 0) return
  for (const id of await filterActive([...expiredSessionIds])) expiredSessionIds.delete(id)
  for (const id of expiredSessionIds) {
    io.local.to(rooms.session(id)).emit(liveChannels.sessionEnded, { data: { expired: true } })
    io.local.in(rooms.session(id)).disconnectSockets(true)
  }
}
