import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import type { PlatformConfig } from '../platform-config.ts'
import { createTrustCheck } from './limits/create-rate-limiter.ts'
import type { PortalApp } from './portal-app.ts'

/**
 * Format of a request id that is accepted from a proxy. It allows no character that could start a new line in
 * the log or a new header.
 */
const PROXY_ID_PATTERN = /^[\w.-]{8,64}$/

/**
 * Assigns an id to each call, for the log and the header `X-Request-Id` (rules 14.17). Uses the id of a
 * trusted proxy; otherwise creates one that is short enough to be read out on the telephone.
 */
export function createRequestIds({
  trustProxy,
}: Pick<PlatformConfig, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted = createTrustCheck(trustProxy)
  return ({ headers, socket }) => {
    const givenId = headers['x-request-id']
    const isTaken =
      typeof givenId === 'string' &&
      PROXY_ID_PATTERN.test(givenId) &&
      isTrusted(socket.remoteAddress ?? '', 0)
    return isTaken ? givenId : randomUUID().slice(-12)
  }
}

/**
 * Logs a line for each call, with the route as it is declared, such as `/ticket/:id`. The real URL is not
 * logged, because it may contain ids, search terms and signed links.
 */
export function logCalls(app: PortalApp): void {
  // Turns off the redaction of secrets, because these lines contain none and redacting takes as long as
  // writing them.
  const callLog = app.log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions
    if (!config.unlogged) {
      callLog.info({
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

const FAILED_LOGIN_CODES: readonly ErrorCode[] = ['invalidCredentials', 'wrongCode', 'tooManyLogins']

/**
 * Logs one line per failed login, with the caller's address and none of the input, for programs such as
 * fail2ban (rules 1.35). The line's format must not change, because operators match it with patterns
 * (docs/proxies.md).
 */
export function logFailedLogins(
  app: PortalApp,
  { logFailedLogins: isOn }: Pick<PlatformConfig, 'logFailedLogins'>,
): void {
  if (!isOn) return
  app.addHook('onResponse', ({ refused, ip, log }, _, done) => {
    if (refused && FAILED_LOGIN_CODES.includes(refused.code))
      log.warn({ failedLoginFrom: ip }, 'a login failed')
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    unlogged?: boolean
  }
}
