import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { isPermitted } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'
import type { PortalError } from '../errors.ts'
import type { PlatformContext } from '../platform-context.ts'
import { recordRateLimitedAction, type RecordedActor } from './record-action.ts'

declare module 'fastify' {
  interface FastifyRequest {
    refused: PortalError | null
  }
}

/**
 * Writes refused calls into the audit log before they are answered (rules 12.20). Recorded are: a 403 to an
 * administrator, a call to another area, and a call to an administrator's route with an unknown session or an
 * invalid link. Not recorded are: invalid forms, residents' calls within their own area, missing tokens, the
 * request to confirm the password, and an open page's refetch after its user lost a permission. An entry
 * names the route's pattern, because the real path may contain any text.
 */
export function auditRefusals(app: PortalApp, { db, log }: Pick<PlatformContext, 'db' | 'log'>): void {
  app.decorateRequest('refused', null)
  app.addHook('onSend', async (request) => {
    const { refused } = request
    const refusedActor = refused ? getRefusedActor(request, refused) : null
    if (!refusedActor || !refused) return
    try {
      if (await isRefetch(db, request, refused)) return
      await recordRateLimitedAction(db, {
        action: 'refused',
        subject: 'calls',
        subjectId: getSubjectId(request),
        detail: `${request.method} ${request.routeOptions.url ?? ''}: ${refused.message}`,
        actor: refusedActor,
      })
    } catch (error) {
      log.warn({ err: error }, 'a refusal could not be written into the audit log')
    }
  })
}

/**
 * Returns true if an open page only loads its data again after its user lost the permission, for example
 * when a sleeping device wakes up. This is assumed if the user had the permission earlier in this session.
 */
async function isRefetch(db: Db, { method, found, routeOptions }: FastifyRequest, { code }: PortalError) {
  const { policy } = routeOptions.config
  const actor = found?.actor
  if (method !== 'GET' || code !== 'missingPermission' || actor?.area !== 'admin') return false
  if (policy === undefined || policy === 'open') return false
  const roleChanges = await db
    .selectFrom('audit_log')
    .select(sql<RoleEntry[]>`before -> 'roles'`.as('roles'))
    .where('subject', '=', 'admins')
    .where('subject_id', '=', String(actor.id))
    .where(sql<boolean>`jsonb_typeof(before -> 'roles') = 'array'`)
    .where('at', '>', ({ selectFrom }) =>
      selectFrom('sessions').select('created_at').where('id', '=', actor.sessionId),
    )
    .execute()
  return roleChanges.some(({ roles }) => isPermitted(policy, { ...actor, roles }))
}

function getRefusedActor(request: FastifyRequest, { status, code }: PortalError): RecordedActor | null {
  const address = request.ip
  if (request.found) {
    const { actor } = request.found
    const { area, id } = actor
    const name = actor.area === 'client' ? actor.clientCode : actor.name
    const isAttempt = status === 403 && code !== 'confirmationNeeded'
    const isCounted = isAttempt && (area !== 'client' || code === 'wrongArea')
    return isCounted ? { area, id, name, address } : null
  }
  const { policy } = request.routeOptions.config
  const isOfficeCall = policy !== undefined && policy !== 'open' && !policy.areas.includes('client')
  const isAttempt =
    code === 'linkExpired' || (code === 'noSession' && request.headers.authorization !== undefined)
  return isAttempt && isOfficeCall ? { area: 'nobody', id: null, name: '', address } : null
}

function getSubjectId({ params }: FastifyRequest): string | null {
  const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : ''
  return /^\d{1,16}$/.test(id) ? id : null
}
