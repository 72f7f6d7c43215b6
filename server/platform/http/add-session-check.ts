import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/client.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { isAtGate, createMissingPermissionError, type Actor } from '../actor.ts'
import { PortalError } from '../errors.ts'
import type { PlatformContext } from '../platform-context.ts'
import { runAsAuditActor } from '../run-as-audit-actor.ts'
import type { FoundSession, Sessions } from '../sessions.ts'
import { hasDownloadLink, findSessionOfLink } from './create-download-link.ts'
import { getPermissionError, type GetBodyPermission } from './policy.ts'
import type { PortalApp } from './portal-app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    found: FoundSession | null
    /**
     * Set if the call must be refused for a missing permission that depends on the body. Returns this
     * permission when the body has been read.
     */
    denied: GetBodyPermission | null
  }
  interface FastifyContextConfig {
    confirmed?: true
    /**
     * True for routes that a gate device may call. All other routes refuse the session of a gate device
     * (rules 24.23).
     */
    allowsGateDevice?: true
  }
}

/**
 * Adds hooks that check the session and permissions of each call. Throws at start if a route has no policy.
 * Requires a session before the body of a call is read, except for open routes. Errors have this order: 401,
 * 503 (maintenance), 403, then errors of the input (rules 14.7).
 */
export function addSessionCheck(
  app: PortalApp,
  { db, log }: Pick<PlatformContext, 'db' | 'log'>,
  sessions: Sessions,
): void {
  app.decorateRequest('found', null)
  app.decorateRequest('denied', null)
  app.decorateRequest('actor', {
    getter(this: FastifyRequest): Actor {
      if (!this.found) throw new Error(`${this.routeOptions.url ?? 'This route'} is open: it has no actor.`)
      return this.found.actor
    },
  })

  app.addHook('onRoute', (route) => {
    const { method, url, config } = route
    if (!config?.policy) throw new Error(`${String(method)} ${url} names no policy: who may call it?`)
    if (config.policy === 'open') route.bodyLimit ??= LIMITS.openBody
  })

  app.addHook('onRequest', async (request) => {
    const { policy, getBodyPermission, allowsGateDevice } = request.routeOptions.config
    if (policy === undefined || policy === 'open') return
    const session = await findSession(db, sessions, request)
    if (!session) throw new PortalError('noSession')
    request.found = session
    if (session.maintenance !== null)
      throw new PortalError('maintenance', { placeholders: { message: session.maintenance } })
    // Saves the time of the session's last activity. Not awaited, because the answer does not depend on it.
    if (session.stale)
      sessions
        .touch(session.actor.sessionId)
        .catch((error: unknown) => log.warn({ err: error }, 'last activity could not be written'))
    if (isAtGate(session.actor) && !allowsGateDevice) throw new PortalError('gateDevice')
    const permissionError = getPermissionError(policy, session.actor)
    if (!permissionError) return
    if (!getBodyPermission || permissionError.code !== 'missingPermission') throw permissionError
    request.denied = getBodyPermission
  })

  app.addHook('preValidation', async ({ body, denied }) => {
    if (denied) throw createMissingPermissionError(...denied(isObject(body) ? body : {}))
  })

  // Asks for a confirmed password only after the check of permissions, because a caller without permission
  // must not be asked for it.
  app.addHook('preValidation', async (request) => {
    const { found, headers, routeOptions } = request
    // A download link has no bearer token. It needs no new confirmation, because the session was confirmed
    // when the link was created.
    if (routeOptions.config.confirmed && getBearerToken(headers.authorization) !== null)
      requireConfirmedSession(found)
  })

  // The actor for the audit log is set in `preHandler`, because the async context is lost while the body is
  // read.
  app.addHook('preHandler', (request, _reply, done) => {
    const actor = request.found?.actor
    if (!actor || actor.area === 'client') return done()
    const { area, id, name } = actor
    runAsAuditActor({ area, id, name, address: request.ip }, done)
  })
}

/** Throws 403 unless the caller has confirmed their password or a code in the last ten minutes. */
export function requireConfirmedSession(foundSession: FoundSession | null): void {
  if (!foundSession?.confirmed) throw new PortalError('confirmationNeeded')
}

async function findSession(
  db: Db,
  sessions: Sessions,
  { headers, url, routeOptions }: FastifyRequest,
): Promise<FoundSession | null> {
  const token = getBearerToken(headers.authorization)
  if (token !== null) return sessions.find(token)
  if (!routeOptions.config.allowsDownloadLink || !hasDownloadLink(url)) return null
  const linkSession = await findSessionOfLink(db, sessions, url, { seconds: routeOptions.config.linkSeconds })
  if (!linkSession) throw new PortalError('linkExpired')
  return linkSession
}

const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null

function getBearerToken(header: string | undefined): string | null {
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : null
}
