import type { FastifyRequest } from 'fastify'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PortalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { recordRepeated, type RecordedActor } from './record.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error of a refused call. */
    refused: PortalError | null
  }
}

/**
 * Writes refused attempts into the audit log, before they are answered: 403 to an administrator or the
 * super-administrator, calls of another area, and calls of the office with an unknown session or a wrong
 * link. Not recorded: invalid forms, residents' calls of their own area, and missing tokens. Records the
 * declared route, since a path may contain any text. Capped by `recordRepeated`.
 */
export function recordRefusals(app: PortalApp, { db, log }: Pick<Services, 'db' | 'log'>): void {
  app.decorateRequest('refused', null)
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const actor = request.refused ? findActor(request, request.refused) : null
    if (!actor || !request.refused) return done()
    recordRepeated(db, {
      action: 'refused',
      subject: 'calls',
      subjectId: subjectIdOf(request),
      detail: `${request.method} ${request.routeOptions.url ?? ''}: ${request.refused.message}`,
      actor,
    })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a refusal could not be written into the audit log'),
      )
      .then(() => done(), done)
  })
}

/** Returns the actor of a refusal, or null if it is not recorded. */
function findActor(request: FastifyRequest, { status, code }: PortalError): RecordedActor | null {
  const address = request.ip
  if (request.found) {
    const { area, id, name } = request.found.actor
    const counts = status === 403 && (area !== 'client' || code === 'wrongArea')
    return counts ? { area, id, name, address } : null
  }
  const { policy } = request.routeOptions.config
  const isOfficeCall = policy !== undefined && policy !== 'open' && !policy.areas.includes('client')
  const isAttempt =
    code === 'linkExpired' || (code === 'noSession' && request.headers.authorization !== undefined)
  return isAttempt && isOfficeCall ? { area: 'nobody', id: null, name: '', address } : null
}

/** Returns the id in the path if it is a number. */
function subjectIdOf({ params }: FastifyRequest): string | null {
  const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : ''
  return /^\d{1,16}$/.test(id) ? id : null
}
