import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Returns all registered routes as `GET /api/ticket/{id}`, including undocumented ones. Omits HEAD routes,
 * because Fastify adds one to each GET route, with the same access rules.
 */
export async function listDeclaredRoutes(build: () => Promise<unknown>): Promise<Set<string>> {
  const routes = new Set<string>()
  const recordRoutes = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const routeMethod of [method].flat())
        if (routeMethod !== 'HEAD') routes.add(`${routeMethod} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    })
  }
  subscribe('fastify.initialization', recordRoutes)
  try {
    await build()
  } finally {
    unsubscribe('fastify.initialization', recordRoutes)
  }
  return routes
}
