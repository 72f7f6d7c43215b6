import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import type { PlatformConfig } from '../platform-config.ts'
import { createTrustCheck } from './limits/create-admission.ts'
import type { PortalApp } from './portal-app.ts'

/** No character can break a line of the log or of an answer. */
const GIVEN_ID = /^[\w.-]{8,64}$/

/**
 * Creates the function that returns the id of each call for the log and `X-Request-Id` (rules 14.17): the id
 * of a trusted proxy, else one short enough to be read out on the telephone.
 */
export function createRequestIds({
  trustProxy,
}: Pick<PlatformConfig, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted = createTrustCheck(trustProxy)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const isTaken =
      typeof given === 'string' && GIVEN_ID.test(given) && isTrusted(socket.remoteAddress ?? '', 0)
    return isTaken ? given : randomUUID().slice(-12)
  }
}

/** Logs the declared route, which contains no ids, search terms and links. */
export function logCalls(app: PortalApp): void {
  // These lines contain no secrets, and redacting costs as much as writing them.
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

/** A refused login, a refused second step, and the refusal of both after too many failures. */
const FAILED: readonly ErrorCode[] = ['invalidCredentials', 'wrongCode', 'tooManyLogins']

/**
 * Logs each failed login as one line with its address and nothing of its input, for programs such as fail2ban
 * (rules 1.35). The format of the line is fixed: operators match it (docs/proxies.md).
 */
export function logFailedLogins(
  app: PortalApp,
  { logFailedLogins: isOn }: Pick<PlatformConfig, 'logFailedLogins'>,
): void {
  if (!isOn) return
  app.addHook('onResponse', ({ refused, ip, log }, _, done) => {
    if (refused && FAILED.includes(refused.code)) log.warn({ failedLoginFrom: ip }, 'a login failed')
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For calls of load balancers and the metrics collector. */
    unlogged?: boolean
  }
}
