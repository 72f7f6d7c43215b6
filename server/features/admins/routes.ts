import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { hasPermission, createMissingPermissionError, type Actor } from '#platform/actor.ts'
import { requireFound } from '#platform/errors.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { GetBodyPermission, Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { parseLastSeen } from '#platform/last-seen.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { ACCESS_PRESETS } from '@tahanan/contract/access-presets.ts'
import { AccessPreset, Administrator, NewPages } from '@tahanan/contract/admins/answers.ts'
import { ListOf, SuccessAnswer } from '@tahanan/contract/answers.ts'
import { IdParams, ListQuery, createSortParam } from '@tahanan/contract/requests.ts'
import { ADMIN_SORTS } from '@tahanan/contract/sorting.ts'
import { ChangedAdmin, NewAdmin } from './admin-change.ts'
import { addAdmin, changeAdmin, deleteAdmin } from './changes.ts'
import { findNewPages, grantNewPages } from './grant-new-pages.ts'
import { presentAdmin } from './present.ts'
import { findAdmin, listAdmins } from './repository.ts'

const createPolicy = (...flags: string[]): Policy => ({
  areas: ['admin', 'super-admin'],
  permission: flags.map((flag) => ['utilities', flag] as const),
})

/**
 * Requires the permission for this tab of the page Utilities and one of the permissions for its buttons
 * (rules 2.7). The button permissions are not enough, because other tabs use the same ones. Checks before the
 * request body is read.
 */
const createTabOptions = (...flags: [string, ...string[]]) => ({
  config: { policy: createPolicy('userAccessDefinition') },
  onRequest: async (request: FastifyRequest): Promise<void> => {
    const { actor } = request
    if (actor.area !== 'admin' || flags.some((flag) => hasPermission(actor, 'utilities', flag))) return
    if (flags.length === 1) throw createMissingPermissionError('utilities', flags[0])
    request.denied = getRequiredPermission
  },
})

/**
 * Returns route options that also require a confirmed session (password entered again), because the change
 * gives access to accounts.
 */
const createWriteOptions = (...flags: [string, ...string[]]) => {
  const { config, onRequest } = createTabOptions(...flags)
  return { config: { ...config, confirmed: true as const }, onRequest }
}

const getRequiredPermission: GetBodyPermission = ({ roles, updated_at: _seen, ...fields }) =>
  roles !== undefined && Object.keys(fields).length === 0
    ? ['utilities', 'manageAccess']
    : ['utilities', 'edit']

/**
 * Registers the calls for administrators and their access (rules 2.7, 2.11). `access.ts` decides which
 * permissions a caller may grant.
 */
export function adminRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services

  const requireAdmin = async (actor: Actor, id: number) =>
    presentAdmin(actor, requireFound(await findAdmin(db, id)))

  app.get('/user-admins', {
    config: { policy: createPolicy('userAccessDefinition') },
    schema: {
      summary: 'List administrators',
      querystring: Type.Object({
        ...Type.Omit(ListQuery, ['status']).properties,
        sort: createSortParam(ADMIN_SORTS),
      }),
      response: { 200: ListOf(Administrator) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      return listAnswer(page, await listAdmins(db, page), (row) => presentAdmin(actor, row))
    },
  })

  app.get('/user-admin/:id', {
    ...createTabOptions('view'),
    schema: { summary: 'One administrator', params: IdParams, response: { 200: Administrator } },
    handler: ({ actor, params }) => requireAdmin(actor, params.id),
  })

  app.post('/user-admin', {
    ...createWriteOptions('add'),
    schema: {
      summary: 'Add an administrator',
      description:
        'Without `roles` nothing is allowed; giving them needs `manageAccess` and every permission that is given.',
      body: NewAdmin,
      response: { 201: Administrator },
    },
    handler: async ({ actor, body }, reply) => {
      const id = await addAdmin(services, actor, body)
      return reply.code(201).send(await requireAdmin(actor, id))
    },
  })

  app.put('/user-admin/:id', {
    ...createWriteOptions('edit', 'manageAccess'),
    schema: {
      summary: "Change an administrator's account and access",
      description:
        'What is not named stays as it is. Fields need `edit`, roles `manageAccess` and every permission ' +
        'that is given or taken. Roles count from the next call on; a new password ends the sessions.',
      params: IdParams,
      body: ChangedAdmin,
      response: { 200: Administrator },
    },
    handler: async ({ actor, params, body }) => {
      const updatedAt = parseLastSeen(body, config.communityTimeZone)
      await changeAdmin(services, actor, params.id, body, updatedAt)
      return requireAdmin(actor, params.id)
    },
  })

  app.delete('/user-admin/:id', {
    ...createWriteOptions('delete'),
    schema: {
      summary: 'Delete an administrator',
      description: 'Softly: sessions end, the e-mail address is free again, records keep the name.',
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, params }) => {
      await deleteAdmin(services, actor, params.id)
      return { success: true }
    },
  })

  app.get('/new-pages', {
    config: { policy: { areas: ['super-admin'] } },
    schema: {
      summary: 'Pages that came with an upgrade and that nobody was given yet',
      response: { 200: NewPages },
    },
    handler: () => findNewPages(db),
  })

  app.put('/new-pages', {
    config: { policy: { areas: ['super-admin'] }, confirmed: true },
    schema: {
      summary: 'Give new pages to the administrators who hold everything else',
      body: Type.Object({ pages: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }) }),
      response: { 200: NewPages },
    },
    handler: ({ body }) => grantNewPages(services, body.pages),
  })

  app.get('/access-presets', {
    config: { policy: createPolicy('manageAccess', 'add') },
    schema: { summary: 'Ready-made sets of access', response: { 200: Type.Array(AccessPreset) } },
    handler: () => ACCESS_PRESETS.map((preset) => ({ ...preset, roles: [...preset.roles] })),
  })
}
