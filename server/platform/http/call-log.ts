import type { PortalApp } from './portal-app.ts'

/**
 * One line for each call, when it is answered: its route as declared (ids, search terms and links stay out), status,
 * milliseconds and the area that called. Calls of load balancers and of the metrics collector are not worth a line.
 */
export function logCalls(app: PortalApp): void {
  // these lines hold nothing to redact, and redacting costs as much as writing them
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
    /** Answered calls are not written to the log. */
    unlogged?: boolean
  }
}
