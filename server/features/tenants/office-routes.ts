import { Type } from 'typebox'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createIdempotently } from '#platform/http/create-idempotently.ts'
import { AnyBody } from '#platform/http/form-body.ts'
import { getPortalUrl } from '#platform/http/format-portal-url.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { SuccessAnswer } from '@tahanan/contract/answers.ts'
import { IdParams, createSortedCsvQuery } from '@tahanan/contract/requests.ts'
import { TENANT_SORTS } from '@tahanan/contract/sorting.ts'
import { SentLoginDetails, Tenant } from '@tahanan/contract/tenants/answers.ts'
import { addTenant, deleteTenant } from './changes.ts'
import { presentTenant } from './present.ts'
import { requireTenant, streamTenantsForCsv } from './repository.ts'
import { sendLoginDetails } from './send-login-details.ts'
import { parseTenantBody, getTenantSchema } from './tenant-body.ts'

const getPolicy = (flag: string) => allowAdmins(['tenants', flag])

/**
 * Registers the office's API routes for tenants. The call that changes a tenant is in `routes.ts`, because
 * residents use it too.
 */
export function officeTenantRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files, config } = services

  app.post('/tenant', {
    config: { policy: getPolicy('add'), repeatable: true, documentedBody: getTenantSchema('create') },
    schema: { summary: 'Add a tenant', body: AnyBody, response: { 201: Tenant } },
    handler: async (request, reply) => {
      const actor = request.actor as AdminActor
      const timeZone = config.communityTimeZone
      const prepareTenant = async () => {
        const tenant = await parseTenantBody(request.body, { action: 'create', timeZone })
        return (tx: Tx) => addTenant(tx, actor, tenant)
      }
      const id = await createIdempotently(services, request, prepareTenant, (_, tenantId) =>
        Promise.resolve(tenantId),
      )
      return reply.code(201).send(presentTenant(files, await requireTenant(db, id, timeZone)))
    },
  })

  app.delete('/tenant/:id', {
    config: { policy: getPolicy('delete') },
    schema: {
      summary: 'Delete a tenant',
      description: 'Ends their sessions. Tickets, statements and payments stay readable to the office.',
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ params }) => {
      await runInTransaction(services, (tx) => deleteTenant(tx, params.id))
      return { success: true }
    },
  })

  app.get('/tenantIds', {
    config: { policy: getPolicy('view') },
    schema: {
      summary: 'Chosen tenants, or all of a search, for the CSV',
      querystring: createSortedCsvQuery(TENANT_SORTS),
      response: { 200: Type.Object({ data: Type.Array(Tenant) }) },
    },
    handler: async ({ query }, reply) =>
      streamRows(reply, streamTenantsForCsv(db, query, config.communityTimeZone), (row) =>
        presentTenant(files, row),
      ),
  })

  app.post('/tenant/:id/login-details', {
    config: { policy: getPolicy('edit') },
    schema: {
      summary: 'Mail a tenant the client code and a link to choose a password',
      description: 'The link works once, for 72 hours, and ends earlier ones.',
      params: IdParams,
      response: { 200: SentLoginDetails },
    },
    handler: async ({ id, params }) => {
      const portal = getPortalUrl(config, app.server)
      const email = await sendLoginDetails(services, params.id, { portal, reqId: id })
      const wasSent = services.mailer.sendsBySmtp
      const message = wasSent
        ? `Login details were sent to ${email}.`
        : 'This portal sends no mail yet: the login details were written to its outbox folder.'
      return { message, email, delivered: wasSent }
    },
  })
}
