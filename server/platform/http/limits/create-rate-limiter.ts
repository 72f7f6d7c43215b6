import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyBaseLogger } from 'fastify'
import { createTooManyRequestsError } from '../../errors.ts'
import type { PlatformConfig } from '../../platform-config.ts'
import type { PortalApp } from '../portal-app.ts'
import { CallCounts } from './call-counts.ts'
import { toNetworkKey } from './to-network-key.ts'

/**
 * Rate limits of calls and live connections. With Redis they apply to all processes together. The limit per
 * session is above the use of one person; the limit per address (IPv6: first 64 bits) is above that of a
 * building behind one router. All methods throw 429 above the limit.
 */
export interface RateLimiter {
  call(address: string): void
  session(sessionId: number): void
  /**
   * Counts a record that an account creates. In ten minutes, a twelfth of the calls per minute is allowed.
   */
  record(account: string): void
  /** Counts gate entries sent by a session. In ten minutes, 2.5 times the calls per minute are allowed. */
  entries(sessionId: number, count: number): void
  /** Counts a live connection like a call from its address. A trusted proxy may set that address. */
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
    ? new (await import('./shared-counts.ts')).SharedCounts(counts, redisUrl, log)
    : undefined
  const isTrusted = createTrustCheck(trustProxy)
  const countCall = (caller: string, maxCalls: number, minutes = 1): void => {
    const { calls, left } = counts.add(caller, minutes)
    if (calls <= maxCalls) return
    throw createTooManyRequestsError(left / 1000)
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

/** Must be called before all other hooks are added. */
export function limitAddresses(app: PortalApp, admission: RateLimiter): void {
  app.decorate('admission', admission)
  app.addHook('onClose', () => admission.close())
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.routeOptions.config.unlimited) admission.call(request.ip)
    done()
  })
}

/**
 * Must be called after the hook that finds the session is added. Also limits the records that residents and
 * guards create.
 */
export function limitSessions(app: PortalApp, admission: RateLimiter): void {
  app.addHook('onRequest', ({ found, routeOptions }, _reply, done) => {
    if (found) admission.session(found.actor.sessionId)
    const { makesRecord } = routeOptions.config
    const isLimited = makesRecord === 'everybody' || (makesRecord && found?.actor.area === 'client')
    if (found && isLimited) admission.record(`${found.actor.area} ${found.actor.id}`)
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
     * True for routes without limits: those of load balancers and the metrics collector, and files of the web
     * app.
     */
    unlimited?: boolean
    /**
     * Limits the records created by the route's calls. True: only those of residents; 'everybody': those of
     * administrators too.
     */
    makesRecord?: true | 'everybody'
  }
}
