import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { Server } from 'socket.io'
import type { Admission } from '#platform/http/limits/rate-limits.ts'
import { isOwnOrigin } from '#platform/http/origin.ts'
import type { PlatformConfig } from '../platform-config.ts'
import type { Sessions } from '../sessions.ts'
import {
  createDoor,
  enterRooms,
  type Authenticate,
  type PortalSocket,
  type PortalSockets,
} from './admission.ts'
import { closeExpired } from './close-expired.ts'
import type { Cluster } from './cluster.ts'
import type { Delivery, RoomEvent } from './outbox.ts'
import { RecentRooms } from './recent-rooms.ts'

/** The live connections of this process (rules 10.10): Socket.IO at `/socket.io`, websocket only. */
export interface Gateway {
  /**
   * Hands deliveries to the sockets concerned, in this process and the others. With others, resolves when they can read them,
   * or soon without.
   */
  deliver(deliveries: readonly Delivery[]): Promise<void> | undefined
  /** Closes the sockets of sessions that expired; done every minute. */
  sweep(): Promise<void>
  /** Closes every connection; clients connect again by themselves, to whoever serves then. */
  close(): Promise<void>
}

/** Events that clients send, with what answers each; others are dropped. */
export type ClientRequests = Readonly<
  Record<
    string,
    (socket: PortalSocket, authenticate: Authenticate, asked: unknown, ack: unknown) => Promise<void>
  >
>

/** Residents with a live connection to this process. */
export interface ResidentsOnline {
  /** A resident's socket has joined its rooms. */
  arrived(tenantId: number): void
  /** The socket is gone. */
  left(tenantId: number): void
}

interface GatewayOptions {
  /** The server that the calls are served from: the socket shares its port. */
  httpServer: HttpServer
  admission: Pick<Admission, 'upgrade'>
  sessions: Pick<Sessions, 'find' | 'filterActive'>
  config: Pick<PlatformConfig, 'publicUrl' | 'redisUrl'>
  clientRequests: ClientRequests
  /** Told of residents' sockets. */
  presence: ResidentsOnline
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Milliseconds between two searches for expired sessions. */
const SWEEP_MS = 60_000

/** Opens the live connections; resolves once Redis answers, where several processes share it. */
export async function openGateway({
  httpServer,
  admission,
  sessions,
  config,
  clientRequests,
  presence,
  log,
}: GatewayOptions): Promise<Gateway> {
  const authenticate: Authenticate = (token) => sessions.find(token)
  const door = createDoor(authenticate)
  const io: PortalSockets = new Server(httpServer, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    httpCompression: false,
    // A client has nothing to send but its token and a few words.
    maxHttpBufferSize: 8192,
    connectTimeout: 10_000,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    // Browsers always send an origin with a websocket; programs send none and prove who they are by their token alone.
    allowRequest: (request, answer) => {
      const { origin, host } = request.headers
      if (origin !== undefined && !isOwnOrigin(origin, host, config.publicUrl)) return answer(null, false)
      try {
        admission.upgrade(request)
        answer(null, true)
      } catch (error) {
        answer((error as Error).message, false)
      }
    },
  })
  const recently = new RecentRooms()
  let cluster: Cluster | undefined
  if (config.redisUrl) {
    // Loaded where it is needed only: the Redis client costs 20 MB, which a single process can do without.
    const { connectCluster } = await import('./cluster.ts')
    cluster = await connectCluster(io, config.redisUrl, log, (told) => recently.note(told))
  }

  io.engine.on('connection', (connection: PortalSocket['conn']) => {
    forgetRequest(connection)
    door.watch(connection)
  })
  io.use((socket, next) => {
    door.admit(socket).then(
      () => next(),
      (refusal: Error) => next(refusal),
    )
  })
  io.on('connection', (socket) => {
    ignoreAllBut(socket, Object.keys(clientRequests))
    for (const [event, answer] of Object.entries(clientRequests))
      socket.on(event, (asked, ack) => void answer(socket, authenticate, asked, ack))
    followResident(socket, presence)
    void enterRooms(socket, authenticate, recently)
  })

  const sweep = () => closeExpired(io, sessions)
  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) =>
      log.warn({ err: error }, 'Expired live connections were not looked for.'),
    )
  }, SWEEP_MS)
  sweeping.unref()

  /** Most readers are not connected; alone, this process knows that and need not even encode the event. */
  const concerns = (room: string): boolean => cluster !== undefined || io.sockets.adapter.rooms.has(room)

  const emit = ({ room, event, data }: RoomEvent): void => void io.to(room).emit(event, { data })

  return {
    deliver(deliveries) {
      recently.note(deliveries.flatMap((delivery) => ('room' in delivery ? [delivery.room] : [])))
      for (const delivery of deliveries) {
        if ('room' in delivery && concerns(delivery.room)) emit(delivery)
      }
      // After the events: whoever is cut off hears first what happened, maintenance for one.
      for (const delivery of deliveries) {
        if ('disconnect' in delivery && concerns(delivery.disconnect))
          io.in(delivery.disconnect).disconnectSockets(true)
      }
      return cluster?.spread()
    },
    sweep,
    async close() {
      clearInterval(sweeping)
      // Not io.close(): it would tell clients not to come back, and close the web server, which others still use.
      io.engine.close()
      await io.sockets.adapter.close()
      await cluster?.close()
    },
  }
}

/** During maintenance a resident's socket only waits: they are not in. */
function followResident(socket: PortalSocket, presence: ResidentsOnline): void {
  const { holder } = socket.data
  if (holder?.area !== 'client' || holder.waiting) return
  presence.arrived(holder.id)
  socket.once('disconnect', () => presence.left(holder.id))
}

/** Socket.IO would keep each handshake's request, with its headers and its HTTP parser, as long as the socket lives. */
function forgetRequest(connection: { request: IncomingMessage | null }): void {
  connection.request = null
}

/** Drops messages that a client has no business to send. */
function ignoreAllBut(socket: PortalSocket, events: readonly string[]): void {
  socket.use(([event], next) => {
    if (events.includes(String(event))) next()
  })
}
