import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyBaseLogger } from 'fastify'
import { createTooManyRequestsError } from '../../errors.ts'
import type { PlatformConfig } from '../../platform-config.ts'
import type { PortalApp } from '../portal-app.ts'
import { CallCounts } from './call-counts.ts'
import { toNetworkKey } from './to-network-key.ts'

/**
 * Rate limits of calls and live connections. All methods throw 429 above the limit. With Redis, the limits
 * apply to all processes together. One person never reaches the limit per session, and all residents of a
 * building behind one router do not reach the limit per address (IPv6: first 64 bits).
 */
export interface RateLimiter {
  call(address: string): void
  session(sessionId: number): void
  /**
   * Counts a record that an account creates. The limit for ten minutes is a twelfth of `rateLimitPerMinute`.
   */
  record(account: string): void
  /** Counts gate entries sent by a session. The limit for ten minutes is 2.5 times `rateLimitPerMinute`. */
  entries(sessionId: number, count: number): void
  /**
   * Counts a new live connection as a call from its address. Behind a trusted proxy, the address in its
   * header counts.
   */
  upgrade(request: IncomingMessage): void
  close(): void
}

const ADDRESS_LIMIT_FACTOR = 5
const ENTRY_LIMIT_FACTOR = 2.5

export async function createRateLimiter(
  {
    rateLimitPerMinute,
    redisUrl,
    trustProxy,
  }: Pick<PlatformConfig, 'rateLimitPerMinute' | 'redisUrl' | 'trustProxy'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<RateLimiter> {
  if (rateLimitPerMinute === 0)
    return { call() {}, session() {}, record() {}, entries() {}, upgrade() {}, close() {} }
  const counts = new CallCounts()
  const sharedCounts = redisUrl
    ? new (await import('./shared-counts.ts')).SharedCallCounts(counts, redisUrl, log)
    : undefined
  const isTrusted = createTrustCheck(trustProxy)
  const countCall = (caller: string, maxCalls: number, minutes = 1): void => {
    const { calls, remainingMs } = counts.add(caller, minutes)
    if (calls <= maxCalls) return
    throw createTooManyRequestsError(remainingMs / 1000)
  }
  const countAddressCall = (address: string): void =>
    countCall(`address ${toNetworkKey(address)}`, rateLimitPerMinute * ADDRESS_LIMIT_FACTOR)
  return {
    call: countAddressCall,
    session: (sessionId) => countCall(`session ${sessionId}`, rateLimitPerMinute),
    record: (account) => countCall(`records ${account}`, Math.ceil(rateLimitPerMinute / 12), 10),
    entries(sessionId, number) {
      for (let n = 0; n < number; n++)
        countCall(`entries ${sessionId}`, rateLimitPerMinute * ENTRY_LIMIT_FACTOR, 10)
    },
    upgrade: (request) => countAddressCall(proxyAddr(request, isTrusted)),
    close: () => sharedCounts?.close(),
  }
}

/** Returns Fastify's option `trustProxy`: the proxies whose header `X-Forwarded-For` is trusted. */
export function getTrustedProxies(
  trust: PlatformConfig['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  return trust === false ? false : [...trust]
}

export function createTrustCheck(
  trust: PlatformConfig['trustProxy'],
): (address: string, hop: number) => boolean {
  const trustedProxies = getTrustedProxies(trust) || (() => false)
  return typeof trustedProxies === 'function' ? trustedProxies : proxyAddr.compile(trustedProxies)
}

/**
 * Limits the calls per address. Must be called before all other hooks are added, so that refused calls cost
 * least.
 */
export function limitAddresses(app: PortalApp, rateLimiter: RateLimiter): void {
  app.decorate('admission', rateLimiter)
  app.addHook('onClose', () => rateLimiter.close())
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.routeOptions.config.unlimited) rateLimiter.call(request.ip)
    done()
  })
}

/**
 * Limits the calls per session, and the records that residents and guards create. Must be called after the
 * hook that finds the session is added.
 */
export function limitSessions(app: PortalApp, rateLimiter: RateLimiter): void {
  app.addHook('onRequest', ({ found, routeOptions }, _reply, done) => {
    if (found) rateLimiter.session(found.actor.sessionId)
    const { makesRecord } = routeOptions.config
    const isLimited = makesRecord === 'everybody' || (makesRecord && found?.actor.area === 'client')
    if (found && isLimited) rateLimiter.record(`${found.actor.area} ${found.actor.id}`)
    done()
  })
}

/**
 * Logs a warning at the first call that came through an untrusted proxy. Through such a proxy all callers
 * have the same address, so that ten mistyped passwords would lock out everybody.
 */
export function warnOfUnknownProxy(app: PortalApp, { trustProxy }: Pick<PlatformConfig, 'trustProxy'>): void {
  if (trustProxy !== false) return
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && 'x-forwarded-for' in request.headers) {
      hasWarned = true
      app.log.warn(
        'A call came through a proxy, but TRUST_PROXY is not set: every caller counts as the same address.',
      )
    }
    done()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly admission: RateLimiter
  }
  interface FastifyContextConfig {
    /**
     * True for routes without rate limits: those that load balancers and the metrics collector call, and the
     * files of the web app.
     */
    unlimited?: boolean
    /**
     * Limits how many records an account may create with the route. True limits only residents; 'everybody'
     * limits administrators too.
     */
    makesRecord?: true | 'everybody'
  }
}
