import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/client.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { missingPermission, type Actor } from '../actor.ts'
import { runAsAuditActor } from '../audit-actor.ts'
import { PortalError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { FoundSession, Sessions } from '../sessions.ts'
import { hasDownloadLink, sessionOfLink } from './download-links.ts'
import { refusalOf, type NamedByBody } from './policy.ts'
import type { PortalApp } from './portal-app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    found: FoundSession | null
    /** Names the missing permission of a call that is refused once its body was read for that. */
    denied: NamedByBody | null
  }
  interface FastifyContextConfig {
    /** The call needs a confirmation (`requireConfirmed`), whatever it says. */
    confirmed?: true
  }
}

/**
 * Asks every route for its policy when it is declared, and every call for its session before anything of it is read.
 * Refusals come in the order 401, 503 (maintenance), 403; what is wrong with the input comes after (rules 14.7).
 */
export function requireSessions(
  app: PortalApp,
  { db, log }: Pick<Services, 'db' | 'log'>,
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
    const { policy, named } = request.routeOptions.config
    if (policy === undefined || policy === 'open') return
    const session = await sessionOf(db, sessions, request)
    if (!session) throw new PortalError('noSession')
    request.found = session
    if (session.maintenance !== null)
      throw new PortalError('maintenance', { blanks: { message: session.maintenance } })
    // Beside the call, not before its answer.
    if (session.stale)
      sessions
        .touch(session.actor.sessionId)
        .catch((error: unknown) => log.warn({ err: error }, 'last activity could not be written'))
    const refusal = refusalOf(policy, session.actor)
    if (!refusal) return
    if (!named || refusal.code !== 'missingPermission') throw refusal
    request.denied = named
  })

  app.addHook('preValidation', async ({ body, denied }) => {
    if (denied) throw missingPermission(...denied(isObject(body) ? body : {}))
  })

  // Only now: whoever lacks a permission is told so, and not asked for a password first.
  app.addHook('preValidation', async (request) => {
    const { found, headers, routeOptions } = request
    // A link to a download is made for a confirmed session alone.
    if (routeOptions.config.confirmed && bearerToken(headers.authorization) !== null) requireConfirmed(found)
  })

  // the author of what the handler changes; only now, since reading the body leaves any context entered before
  app.addHook('preHandler', (request, _reply, done) => {
    const actor = request.found?.actor
    if (!actor || actor.area === 'client') return done()
    const { area, id, name } = actor
    runAsAuditActor({ area, id, name, address: request.ip }, done)
  })
}

/** Throws `confirmationNeeded` (403) unless the caller gave the password or a code again in the last ten minutes. */
export function requireConfirmed(found: FoundSession | null): void {
  if (!found?.confirmed) throw new PortalError('confirmationNeeded')
}

/** Finds the session of a call: by the token, or by the link of a download, which can send no token. */
async function sessionOf(
  db: Db,
  sessions: Sessions,
  { headers, url, routeOptions }: FastifyRequest,
): Promise<FoundSession | null> {
  const token = bearerToken(headers.authorization)
  if (token !== null) return sessions.find(token)
  if (!routeOptions.config.byLink || !hasDownloadLink(url)) return null
  const found = await sessionOfLink(db, sessions, url)
  if (!found) throw new PortalError('linkExpired')
  return found
}

const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null

function bearerToken(header: string | undefined): string | null {
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : null
}
