import rateLimit from '@fastify/rate-limit'
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyBaseLogger } from 'fastify'
import { PortalError } from '../errors.ts'
import type { Config } from '../config.ts'
import type { PortalApp } from './portal-app.ts'

/**
 * A ceiling on calls, counted over all processes where Redis joins them: per session what no person reaches, and per address what a building's worth
 * of people behind one router does not. It keeps a runaway script from taking the portal from everybody else.
 * The address is the connection's, or what a trusted proxy says (`TRUST_PROXY`).
 */
export async function limitAddresses(
  app: PortalApp,
  { rateLimitPerMinute, redisUrl }: Pick<Config, 'rateLimitPerMinute' | 'redisUrl'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  if (rateLimitPerMinute === 0) return
  await app.register(rateLimit, {
    global: false,
    ...(redisUrl && { store: await shared(app, redisUrl, log) }),
  })
  const perAddress = app.createRateLimit({
    max: rateLimitPerMinute * 5,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => ip,
  })
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.unlimited) return
    refuse(await perAddress(request))
  })
}

/** The counts of all processes, in the shape of a class that the plugin makes its store of. */
async function shared(
  app: PortalApp,
  redisUrl: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<FastifyRateLimitStoreCtor> {
  // Only where there are several processes is Redis's client loaded.
  const { SharedCounts } = await import('./shared-counts.ts')
  const counts = new SharedCounts(redisUrl, log)
  app.addHook('onClose', async () => counts.close())
  // The plugin calls it with `new`, which answers what the function returns.
  return function store() {
    return counts
  } as unknown as FastifyRateLimitStoreCtor
}

/** The same for each session; its hook must come after the one that finds the session. */
export function limitSessions(
  app: PortalApp,
  { rateLimitPerMinute }: Pick<Config, 'rateLimitPerMinute'>,
): void {
  if (rateLimitPerMinute === 0) return
  const perSession = app.createRateLimit({
    max: rateLimitPerMinute,
    timeWindow: 60_000,
    keyGenerator: ({ found }) => `session ${found?.actor.sessionId ?? 0}`,
  })
  app.addHook('onRequest', async (request) => {
    if (request.found) refuse(await perSession(request))
  })
}

/**
 * Residents' records, by account: each is put before the office, and a thousand in a few seconds would push everybody else's
 * out of its sight. In ten minutes a twelfth of the calls of one: 100 where nothing else is set.
 */
export function limitRecords(
  app: PortalApp,
  { rateLimitPerMinute }: Pick<Config, 'rateLimitPerMinute'>,
): void {
  if (rateLimitPerMinute === 0) return
  const perResident = app.createRateLimit({
    max: Math.ceil(rateLimitPerMinute / 12),
    timeWindow: 600_000,
    keyGenerator: ({ found }) => `records ${found?.actor.id ?? 0}`,
  })
  app.addHook('onRequest', async (request) => {
    const { found, routeOptions } = request
    if (routeOptions.config.makesRecord && found?.actor.area === 'client') refuse(await perResident(request))
  })
}

/**
 * Behind a proxy that it does not trust, the portal takes everybody for one caller, and ten mistyped passwords would keep
 * all of them out. Said once, at the first call that a proxy speaks for.
 */
export function warnOfUnknownProxy(app: PortalApp, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  if (trustProxy !== false) return
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && 'x-forwarded-for' in request.headers) {
      warned = true
      app.log.warn(
        'A call came through a proxy, but TRUST_PROXY is not set: every caller counts as the same address.',
      )
    }
    done()
  })
}

type Limit = Awaited<ReturnType<ReturnType<PortalApp['createRateLimit']>>>

function refuse(limit: Limit): void {
  if (limit.isAllowed || !limit.isExceeded) return
  throw new PortalError('tooManyRequests', {
    blanks: { minutes: Math.max(1, Math.ceil(limit.ttlInSeconds / 60)) },
    retryAfter: limit.ttlInSeconds,
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted: what load balancers and the metrics collector call, and the web app's own files. */
    unlimited?: boolean
    /** Residents make something with it that the office is told of. */
    makesRecord?: true
  }
}
