import { Type } from 'typebox'
import {
  hasPermission,
  createMissingPermissionError,
  type Actor,
  type ResidentActor,
} from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { AnyBody, toFormSchema } from '#platform/http/form-body.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { ListOf } from '@tahanan/contract/answers.ts'
import { profileForm } from '@tahanan/contract/billing/tenant.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { IdParams, ListQuery, createSortedCsvQuery, createSortParam } from '@tahanan/contract/requests.ts'
import { MONITOR_SORTS, TENANT_SORTS, type Sort } from '@tahanan/contract/sorting.ts'
import { ListedTenant, MonitoredTenant, Tenant } from '@tahanan/contract/tenants/answers.ts'
import { changeProfile, changeTenant } from './changes.ts'
import { officeTenantRoutes } from './office-routes.ts'
import { PICKER_PERMISSIONS, requireOwnTenant } from './policy.ts'
import { presentOption, presentTenant } from './present.ts'
import {
  LATEST_SEEN_FIRST,
  listMonitoredTenants,
  listTenants,
  streamMonitoredTenantsForCsv,
  requireTenant,
} from './repository.ts'
import { parseTenantBody, getTenantSchema } from './tenant-body.ts'

const TenantsQuery = Type.Object({
  ...Type.Omit(ListQuery, ['status']).properties,
  id: Type.String({ pattern: '^\\d{0,15}$', default: '', description: 'Only this tenant.' }),
})

const PICKER_SORTS: readonly Sort[] = ['clientCode', '-clientCode', 'uoccname', '-uoccname']

export function tenantRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files, config } = services

  app.get('/tenants', {
    config: { policy: allowAdmins(['tenants', 'view'], ...PICKER_PERMISSIONS) },
    schema: {
      summary: 'List tenants',
      description:
        'Administrators without `tenants.view` get what a picker needs: id, clientCode, uoccname, ' +
        'unitNumber, withholdsTax.',
      querystring: Type.Object({ ...TenantsQuery.properties, sort: createSortParam(TENANT_SORTS) }),
      response: { 200: ListOf(ListedTenant) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      const isForPicker = !hasPermission(actor, 'tenants', 'view')
      // Callers who may use only the tenant picker must not sort by other columns, because the order would
      // reveal the hidden values.
      if (isForPicker && page.sort !== null && !PICKER_SORTS.includes(page.sort))
        throw createMissingPermissionError('tenants', 'view')
      const pageOfTenants = await listTenants(
        db,
        page,
        { id: query.id, isForPicker },
        config.communityTimeZone,
      )
      return listAnswer(page, pageOfTenants, isForPicker ? presentOption : presentTenant.bind(null, files))
    },
  })

  app.get('/tenant/:id', {
    config: { policy: allowResidentsAndAdmins(['tenants', 'view']) },
    schema: { summary: 'One tenant; a resident their own', params: IdParams, response: { 200: Tenant } },
    handler: async ({ actor, params }) => {
      requireOwnTenant(actor, params.id)
      return presentTenant(files, await requireTenant(db, params.id, config.communityTimeZone))
    },
  })

  app.put('/tenant/:id', {
    config: {
      policy: allowResidentsAndAdmins(['tenants', 'edit']),
      documentedBody: Type.Object({
        ...getTenantSchema('update').properties,
        ...toFormSchema(profileForm, 'update').properties,
      }),
    },
    schema: {
      summary: 'Change a tenant; residents the social media account and the image of their own',
      description:
        'A new password ends the sessions of the tenant. A new password or e-mail address needs a ' +
        'confirmation (`POST /api/confirmation`).',
      params: IdParams,
      body: AnyBody,
      response: { 200: Tenant },
    },
    handler: async ({ actor, params, body, found }) => {
      requireOwnTenant(actor, params.id)
      const timeZone = config.communityTimeZone
      const isConfirmed = found?.confirmed === true
      await runInTransaction(
        services,
        await prepareTenantChange(actor, params.id, { body, isConfirmed, timeZone }),
      )
      return presentTenant(files, await requireTenant(db, params.id, config.communityTimeZone))
    },
  })

  officeTenantRoutes(app, services)
  addMonitorRoutes(app, services)
}

/** Registers the API routes of the monitor of logged-in residents (rules 3.13). */
function addMonitorRoutes(app: PortalApp, { db }: Pick<PlatformContext, 'db'>): void {
  app.get('/logged-in-monitor', {
    config: { policy: allowAdmins(['loggedInLogs', 'view']) },
    schema: {
      summary: 'Tenants by their last activity, the latest first; online are those with a live connection',
      querystring: Type.Object({ ...TenantsQuery.properties, sort: createSortParam(MONITOR_SORTS) }),
      response: { 200: ListOf(MonitoredTenant) },
    },
    handler: async ({ query }) => {
      const page = toPage(query, LATEST_SEEN_FIRST)
      return listAnswer(page, await listMonitoredTenants(db, page, query.id), (row) => row)
    },
  })

  app.get('/logged-in-monitorIds', {
    config: { policy: allowAdmins(['loggedInLogs', 'view']) },
    schema: {
      summary: 'Chosen tenants of the monitor, or all of a search, for the CSV',
      querystring: createSortedCsvQuery(MONITOR_SORTS),
      response: { 200: Type.Object({ data: Type.Array(MonitoredTenant) }) },
    },
    handler: async ({ query }, reply) =>
      streamRows(reply, streamMonitoredTenantsForCsv(db, query), (row) => row),
  })
}

async function prepareTenantChange(
  actor: Actor,
  id: number,
  { body, isConfirmed, timeZone }: { body: Readonly<Details>; isConfirmed: boolean; timeZone: string },
): Promise<(tx: Tx) => Promise<void>> {
  if (actor.area !== 'admin') return (tx) => changeProfile(tx, actor as ResidentActor, body, timeZone)
  const tenant = await parseTenantBody(body, { action: 'update', timeZone })
  return (tx) => changeTenant(tx, actor, id, { ...tenant, isConfirmed })
}
