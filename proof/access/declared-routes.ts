import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Returns the routes registered with Fastify while `build` runs, documented or not, in the document's form:
 * `GET /api/ticket/{id}`. HEAD is left out: it comes with each GET and has its policy.
 */
export async function declaredRoutes(build: () => Promise<unknown>): Promise<Set<string>> {
  const routes = new Set<string>()
  const note = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const each of [method].flat())
        if (each !== 'HEAD') routes.add(`${each} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    })
  }
  subscribe('fastify.initialization', note)
  try {
    await build()
  } finally {
    unsubscribe('fastify.initialization', note)
  }
  return routes
}
