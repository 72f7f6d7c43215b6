import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { recordAction } from '#platform/audit/record-action.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createNotFoundError, PortalError, requireFound } from '#platform/errors.ts'
import { createDownloadLink } from '#platform/http/create-download-link.ts'
import { createIdempotently, CREATE_ROUTE, IdempotencyHeaders } from '#platform/http/create-idempotently.ts'
import type { Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { formatContentDisposition } from '#platform/http/send-pdf.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { DownloadLink } from '@tahanan/contract/answers.ts'
import { MAX_COPIES_PER_DAY, COPY_LINK_SECONDS } from '@tahanan/contract/privacy/copies.ts'
import { DataCopies, DataCopy } from '@tahanan/contract/privacy/copy-answers.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { makeDataCopy } from './make-data-copy.ts'
import { openCopyStore } from './open-copy-store.ts'
import {
  countRecentCopies,
  findCopy,
  insertCopy,
  findTenantName,
  listCopies,
  lockTenant,
} from './repository.ts'

const RESIDENT_POLICY: Policy = { areas: ['client'] }
const SUPER_ADMIN_POLICY: Policy = { areas: ['super-admin'] }
const RESIDENT_OR_SUPER_ADMIN_POLICY: Policy = { areas: ['client', 'super-admin'] }

/**
 * Registers the API routes for copies of personal data. Residents may copy their own data; the
 * super-administrator may copy the data of any tenant (rules 26.18).
 */
export function dataCopyRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const store = openCopyStore(services)

  app.post('/data-copy', {
    config: { policy: RESIDENT_POLICY, confirmed: true, ...CREATE_ROUTE },
    schema: {
      summary: "Ask for a copy of one's data",
      description:
        'A job makes it; the list shows when it is ready. 409 while one is being made, 429 after three within a day.',
      headers: IdempotencyHeaders,
      response: { 201: DataCopy },
    },
    handler: async (request, reply) => reply.code(201).send(await requestCopy(request, request.actor.id)),
  })

  app.get('/data-copies', {
    config: { policy: RESIDENT_POLICY },
    schema: { summary: "The newest copies of one's data", response: { 200: DataCopies } },
    handler: async ({ actor }) => ({ data: await listCopies(db, actor.id) }),
  })

  app.post('/tenant/:id/data-copy', {
    config: { policy: SUPER_ADMIN_POLICY, confirmed: true, ...CREATE_ROUTE },
    schema: {
      summary: "Make a copy of a tenant's data",
      description: 'As `POST /api/data-copy` does; the tenant is notified when it is ready.',
      params: IdParams,
      headers: IdempotencyHeaders,
      response: { 201: DataCopy },
    },
    handler: async (request, reply) => reply.code(201).send(await requestCopy(request, request.params.id)),
  })

  app.get('/tenant/:id/data-copies', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: "The newest copies of a tenant's data",
      params: IdParams,
      response: { 200: DataCopies },
    },
    handler: async ({ params }) => {
      const { id } = requireFound(await findTenantName(db, params.id))
      return { data: await listCopies(db, id) }
    },
  })

  app.post('/data-copy/:id/link', {
    config: { policy: RESIDENT_OR_SUPER_ADMIN_POLICY, confirmed: true },
    schema: {
      summary: 'A link that downloads a copy',
      description: 'Valid for an hour, and only while the session that made it lasts.',
      params: IdParams,
      response: { 200: DownloadLink },
    },
    handler: async (request) => {
      const { id } = await requireReadyCopy(request)
      const address = `/api/data-copy/${id}/download`
      return { url: await createDownloadLink(db, request.found, address, { seconds: COPY_LINK_SECONDS }) }
    },
  })

  app.get('/data-copy/:id/download', {
    config: {
      policy: RESIDENT_OR_SUPER_ADMIN_POLICY,
      confirmed: true,
      allowsDownloadLink: true,
      linkSeconds: COPY_LINK_SECONDS,
    },
    // The archive is already compressed, so the response is not compressed again.
    compress: false,
    schema: {
      summary: 'Download a copy',
      params: IdParams,
      response: {
        200: {
          description: 'The archive',
          content: { 'application/zip': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
        },
      },
    },
    handler: async (request, reply) => {
      const { tenant_id: tenantId, file, size, made_at: madeAt } = await requireReadyCopy(request)
      await recordCopyAction(db, request, requireFound(await findTenantName(db, tenantId)), 'downloaded')
      const name = `Copy of data ${formatDay(madeAt, config.communityTimeZone)}.zip`
      return reply
        .type('application/zip')
        .header('content-length', size)
        .header('content-disposition', formatContentDisposition('attachment', name))
        .header('cache-control', 'no-store')
        .send(await store.openFile(file))
    },
  })

  function requestCopy(request: FastifyRequest, tenantId: number) {
    const { area, id } = request.actor
    if (area === 'admin') throw new PortalError('wrongArea')
    const createCopy = async (tx: Tx): Promise<number> => {
      const tenant = requireFound(await lockTenant(tx, tenantId))
      const { made, running, wait } = await countRecentCopies(tx, tenantId)
      if (running > 0) throw new PortalError('copyRunning')
      if (made >= MAX_COPIES_PER_DAY)
        throw new PortalError('tooManyCopies', {
          placeholders: { most: MAX_COPIES_PER_DAY },
          retryAfter: Math.max(1, Math.ceil(wait ?? 0)),
        })
      const copyId = await insertCopy(tx, tenantId, { area, id })
      await makeDataCopy.add(tx, { id: copyId })
      await recordCopyAction(tx, request, tenant, 'begun')
      return copyId
    }
    return createIdempotently(
      services,
      request,
      () => createCopy,
      async (tx, copy) => requireFound(await findCopy(tx, copy)),
    )
  }

  async function requireReadyCopy({
    actor,
    params,
  }: Pick<FastifyRequest, 'actor'> & { params: { id: number } }) {
    const copy = requireFound(await findCopy(db, params.id))
    if (actor.area === 'client' && copy.tenant_id !== actor.id) throw createNotFoundError()
    const { state, file, made_at } = copy
    if (state !== 'ready' || file === null || made_at === null) throw createNotFoundError()
    if (copy.deletes_at !== null && copy.deletes_at.getTime() < Date.now()) throw createNotFoundError()
    const size = await store.findSize(file)
    if (size === null) throw createNotFoundError()
    return { ...copy, file, made_at, size }
  }
}

/**
 * Writes an audit entry when a copy is requested or downloaded. Residents' actions are recorded too: if
 * somebody uses a stolen session, the office can inform the resident.
 */
async function recordCopyAction(
  db: DbOrTx,
  { actor, ip }: Pick<FastifyRequest, 'actor' | 'ip'>,
  tenant: { readonly id: number; readonly code: string; readonly name: string },
  step: 'begun' | 'downloaded',
): Promise<void> {
  await recordAction(db, {
    action: 'export',
    subject: 'tenants',
    subjectId: tenant.id,
    subjectName: [tenant.code, tenant.name].filter(Boolean).join(' '),
    detail: `A copy of the personal data was ${step}.`,
    actor: { area: actor.area, id: actor.id, name: actor.name, address: ip },
  })
}
