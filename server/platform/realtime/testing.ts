import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { loadConfig, type Config } from '#boot/config.ts'
import { createClientRequests, createTopicHandlers } from '#boot/topics.ts'
import { createSessionStore } from '#features/sessions/find-session.ts'
import { createPresence } from '#features/tenants/presence.ts'
import type { TestDatabase } from '#platform/db/testing.ts'
import { createRateLimiter } from '#platform/http/limits/create-rate-limiter.ts'
import { createLogger } from '#platform/log/create-logger.ts'
import { openGateway, type Gateway } from './gateway.ts'
import { createRelay } from './relay.ts'

export type TestGateway = Awaited<ReturnType<typeof openTestGateway>>

interface Handshake {
  readonly headers?: Record<string, string>
  readonly since?: unknown
}

export interface Device {
  readonly socket: Socket
  readonly received: { event: string; data: unknown }[]
  readonly ended: Promise<string>
}

/** Placeholder of the file store. Only events of tickets need one, and these tests have no tickets. */
const NO_FILES = {} as Parameters<typeof createTopicHandlers>[0]['files']

export async function openTestGateway(
  { db }: TestDatabase,
  overrides: Partial<Pick<Config, 'publicUrl' | 'redisUrl' | 'rateLimitPerMinute'>> = {},
) {
  const config: Config = { ...loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }), ...overrides }
  const log = createLogger(config)
  const httpServer = createServer().listen(0, '127.0.0.1')
  await once(httpServer, 'listening')
  const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`
  // The relay needs the gateway, the gateway needs the presence, and the presence needs the relay. So the
  // gateway is added to this object later.
  const gatewayHolder: { gateway?: Gateway } = {}
  const relay = createRelay({
    db,
    handlers: createTopicHandlers({ config, files: NO_FILES }),
    deliver: (deliveries) => gatewayHolder.gateway?.deliver(deliveries),
    log,
  })
  const presence = createPresence({ db, relay, log, graceMs: 0 })
  const admission = await createRateLimiter(config, log)
  const lookUps = new Set<Promise<unknown>>()
  const sessions = createSessionStore(db)
  const gateway = await openGateway({
    httpServer,
    rateLimiter: admission,
    sessions: {
      ...sessions,
      find(token) {
        const sessionLookUp = sessions.find(token)
        lookUps.add(sessionLookUp)
        return sessionLookUp
      },
    },
    config,
    clientRequests: createClientRequests({ db }),
    presence,
    log,
  })
  gatewayHolder.gateway = gateway
  relay.start()
  const sockets: Socket[] = []
  return {
    url,
    gateway,
    relay,
    presence,
    admission,
    async connect(token?: string, { headers, since }: Handshake = {}) {
      const socket = io(url, {
        transports: ['websocket'],
        auth: { ...(token !== undefined && { token }), ...(since !== undefined && { since }) },
        forceNew: true,
        reconnection: false,
        ...(headers && { extraHeaders: headers }),
      })
      sockets.push(socket)
      const device = await connectDevice(socket)
      // Waits until the session is looked up a second time. If the test changed the session earlier, the
      // socket would be closed.
      await Promise.allSettled(lookUps)
      return device
    },
    async settle() {
      await relay.drain()
      // Messages to a device arrive in order. An answer to this message therefore proves that all earlier
      // events have arrived.
      await Promise.all(
        sockets.filter(({ connected }) => connected).map((socket) => waitForRoundTrip(socket)),
      )
    },
    async close() {
      for (const socket of sockets) socket.close()
      await relay.stop()
      await gateway.close()
      await presence.stop()
      admission.close()
      httpServer.close()
    },
  }
}

function waitForRoundTrip(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('disconnect', () => resolve())
    socket.emit('soa-update', '', () => resolve())
  })
}

function connectDevice(socket: Socket): Promise<Device> {
  const receivedEvents: Device['received'] = []
  socket.onAny((event: string, payload: { data: unknown }) =>
    receivedEvents.push({ event, data: payload?.data }),
  )
  const disconnectReason = new Promise<string>((resolve) => socket.on('disconnect', resolve))
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve({ socket, received: receivedEvents, ended: disconnectReason }))
    socket.on('connect_error', reject)
  })
}
