import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { Type } from 'typebox'
import { requireWritableDatabase } from '../db/is-database-unavailable.ts'
import { isDiskFull, createNotFoundError, PortalError } from '../errors.ts'
import { addGauges } from '../metrics/add-gauges.ts'
import { bucketErrors, failedLogins, liveConnections, redisUp, sentDeliveries } from '../metrics/counters.ts'
import type { PlatformContext } from '../platform-context.ts'
import { isEqualBytes } from '../signatures.ts'
import { getRunningVersion } from '../version.ts'
import type { PortalApp } from './portal-app.ts'

const OPEN_ROUTE = { policy: 'open', unlogged: true, unlimited: true } as const
const Health = Type.Object({ status: Type.String(), version: Type.String(), commit: Type.String() })
const Readiness = Type.Object({
  status: Type.String(),
  bucket: Type.Optional(Type.Union([Type.Literal('ok'), Type.Literal('unavailable')])),
})

/** Declares the routes for operators, such as `/healthz` and `/readyz`. They also work during maintenance. */
export function operationRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/healthz', {
    config: OPEN_ROUTE,
    schema: { hide: true, response: { 200: Health } },
    handler: () => ({ status: 'ok', ...getRunningVersion() }),
  })

  const checkDatabase = cacheCheck(CHECK_CACHE_MS, () => requireWritableDatabase(services.db))
  const checkFiles = cacheCheck(CHECK_CACHE_MS, () => services.files.check())
  const getBucketState = watchBucket(services.files)
  app.get('/readyz', {
    config: OPEN_ROUTE,
    schema: { hide: true, response: { 200: Readiness } },
    handler: async (request) => {
      if (services.isStopping()) throw new PortalError('unavailable')
      const checks = [sql`select`.execute(services.db), checkDatabase(), checkFiles()]
      const failedChecks = (await Promise.allSettled(checks)).filter((result) => result.status === 'rejected')
      // A process counts as ready even if the bucket is unavailable: most of the portal works without it, and
      // other processes use the same bucket.
      const bucketState = getBucketState?.()
      if (failedChecks.length === 0) return { status: 'ok', ...(bucketState && { bucket: bucketState }) }
      for (const { reason } of failedChecks) request.log.warn({ err: reason as unknown }, 'not ready')
      throw new PortalError(
        failedChecks.some(({ reason }) => isDiskFull(reason)) ? 'storageFull' : 'unavailable',
      )
    },
  })

  const metrics = createMetrics(app, services)
  app.get('/metrics', {
    config: OPEN_ROUTE,
    schema: { hide: true },
    handler: async (request, reply) => {
      requireCollector(request, services.config.metricsToken)
      return reply.type(metrics.contentType).send(await metrics.metrics())
    },
  })
}

/**
 * Creates a function that returns whether the bucket is available; undefined if there is no bucket. Each call
 * returns the last known result and starts a new check without waiting for it, because a hanging bucket must
 * not delay `/readyz`.
 */
function watchBucket({ checkBucket }: Pick<PlatformContext['files'], 'checkBucket'>) {
  if (!checkBucket) return undefined
  let state: 'ok' | 'unavailable' = 'ok'
  const checkCachedBucket = cacheCheck(CHECK_CACHE_MS, () =>
    checkBucket().then(
      () => void (state = 'ok'),
      () => void (state = 'unavailable'),
    ),
  )
  return () => {
    void checkCachedBucket()
    return state
  }
}

/** Results are cached, because `/readyz` is public and has no rate limit. */
const CHECK_CACHE_MS = 2000

function cacheCheck(milliseconds: number, check: () => Promise<void>): () => Promise<void> {
  let lastCheck: { readonly checkedAt: number; readonly result: Promise<void> } | undefined
  return () => {
    const now = performance.now()
    if (!lastCheck || now - lastCheck.checkedAt > milliseconds)
      lastCheck = { checkedAt: now, result: check() }
    return lastCheck.result
  }
}

/**
 * Throws 404 if a call for the metrics has a wrong token. If no token is configured, allows calls from the
 * same machine, but not through a proxy.
 */
function requireCollector(request: FastifyRequest, token: string | undefined): void {
  const isAllowed =
    token === undefined
      ? isLocal(request)
      : isEqualBytes(Buffer.from(request.headers.authorization ?? ''), Buffer.from(`Bearer ${token}`))
  if (!isAllowed) throw createNotFoundError()
}

function isLocal({ headers, socket }: FastifyRequest): boolean {
  const isProxied =
    'forwarded' in headers ||
    'via' in headers ||
    Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || name === 'x-real-ip')
  return !isProxied && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}

function createMetrics(
  app: PortalApp,
  services: Pick<PlatformContext, 'db' | 'pool' | 'config' | 'files'>,
): Registry {
  const { pool } = services
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const callHistogram = new Histogram({
    name: 'tahanan_http_request_seconds',
    help: 'Answered calls by route, method and status class',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions
    if (!config.unlogged) {
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      callHistogram.observe(
        { method: request.method, route: url ?? 'none', status },
        reply.elapsedTime / 1000,
      )
    }
    done()
  })
  void new Gauge({
    name: 'tahanan_database_connections',
    help: 'Connections of the pool by state; waiting counts calls without one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'tahanan_build_info',
    help: '1; version and commit of the code that runs',
    labelNames: ['version', 'commit'] as const,
    registers: [registry],
  }).set({ ...getRunningVersion() }, 1)
  registry.registerMetric(failedLogins)
  registry.registerMetric(sentDeliveries)
  registry.registerMetric(liveConnections)
  if (services.config.redisUrl) registry.registerMetric(redisUp)
  if (services.config.s3) registry.registerMetric(bucketErrors)
  addGauges(registry, services)
  return registry
}
