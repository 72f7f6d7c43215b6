import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyBaseLogger } from 'fastify'
import { tooManyRequests } from '../../errors.ts'
import type { PlatformConfig } from '../../platform-config.ts'
import type { PortalApp } from '../portal-app.ts'
import { CallCounts } from './call-counts.ts'
import { network } from './network.ts'

/**
 * Limits calls and live connections, counted over all processes where Redis joins them: per session beyond what a person
 * reaches, per address (IPv6: the first 64 bits) beyond what a building behind one router does, so that a runaway script does
 * not take the portal from everybody else. All throw 429.
 */
export interface Admission {
  /** Counts a call from an address. */
  call(address: string): void
  /** Counts a call of a session. */
  session(sessionId: number): void
  /**
   * Counts a new record of a resident: a thousand in a few seconds would push everybody else's out of the office's sight. The
   * limit in ten minutes is a twelfth of that of calls: 100 by default.
   */
  record(residentId: number): void
  /** Counts a new live connection as a call from its address: the connection's, or what a trusted proxy says (`TRUST_PROXY`). */
  upgrade(request: IncomingMessage): void
  close(): void
}

const ADDRESS_TO_SESSION = 5

/** Creates the limits of this process; with `RATE_LIMIT_PER_MINUTE` 0 nothing is limited. */
export async function createAdmission(
  {
    rateLimitPerMinute,
    redisUrl,
    trustProxy,
  }: Pick<PlatformConfig, 'rateLimitPerMinute' | 'redisUrl' | 'trustProxy'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Admission> {
  if (rateLimitPerMinute === 0) return { call() {}, session() {}, record() {}, upgrade() {}, close() {} }
  const counts = new CallCounts()
  // Only where there are several processes is Redis's client loaded.
  const shared = redisUrl
    ? new (await import('./shared-counts.ts')).SharedCounts(counts, redisUrl, log)
    : undefined
  const proxies = trustedProxies(trustProxy) || (() => false)
  const isTrusted = typeof proxies === 'function' ? proxies : proxyAddr.compile(proxies)
  const count = (caller: string, most: number, minutes = 1): void => {
    const { calls, left } = counts.add(caller, minutes)
    if (calls <= most) return
    throw tooManyRequests(left / 1000)
  }
  const call = (address: string): void =>
    count(`address ${network(address)}`, rateLimitPerMinute * ADDRESS_TO_SESSION)
  return {
    call,
    session: (sessionId) => count(`session ${sessionId}`, rateLimitPerMinute),
    record: (residentId) => count(`records ${residentId}`, Math.ceil(rateLimitPerMinute / 12), 10),
    upgrade: (request) => call(proxyAddr(request, isTrusted)),
    close: () => shared?.close(),
  }
}

/** Proxies whose `X-Forwarded-For` is trusted, as Fastify is told of them: who may say from where a call came. */
export function trustedProxies(
  trust: PlatformConfig['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  return trust === false ? false : [...trust]
}

/** Counts calls by their address before anything else of them is looked at. */
export function limitAddresses(app: PortalApp, admission: Admission): void {
  app.decorate('admission', admission)
  app.addHook('onClose', () => admission.close())
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.routeOptions.config.unlimited) admission.call(request.ip)
    done()
  })
}

/** Limits the calls of each session, and what residents make; its hook must come after the one that finds the session. */
export function limitSessions(app: PortalApp, admission: Admission): void {
  app.addHook('onRequest', ({ found, routeOptions }, _reply, done) => {
    if (found) admission.session(found.actor.sessionId)
    if (routeOptions.config.makesRecord && found?.actor.area === 'client') admission.record(found.actor.id)
    done()
  })
}

/**
 * Warns once, at the first call that a proxy forwards, when the proxy is not trusted: the portal then takes everybody for one
 * caller, and ten mistyped passwords would keep all of them out.
 */
export function warnOfUnknownProxy(app: PortalApp, { trustProxy }: Pick<PlatformConfig, 'trustProxy'>): void {
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

declare module 'fastify' {
  interface FastifyInstance {
    readonly admission: Admission
  }
  interface FastifyContextConfig {
    /** Not counted: what load balancers and the metrics collector call, and the web app's own files. */
    unlimited?: boolean
    /** Calls with which residents create records that the office is told of. */
    makesRecord?: true
  }
}
