import type { PortalApp } from './portal-app.ts'

/**
 * Logs a line per answered call: the declared route (without ids, search terms and links), status,
 * milliseconds and the caller's area.
 */
export function logCalls(app: PortalApp): void {
  // these lines hold no secrets, and redacting costs as much as writing them
  const calls = app.log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions
    if (!config.unlogged) {
      calls.info({
        reqId: request.id,
        method: request.method,
        route: url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        area: request.found?.actor.area,
      })
    }
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For calls of load balancers and the metrics collector. */
    unlogged?: boolean
  }
}
