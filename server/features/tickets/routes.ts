import { Type } from 'typebox'
import { findContact } from '#features/tenants/find-contact.ts'
import { can, type Actor, type AdminActor } from '#platform/actor.ts'
import { CREATING } from '#platform/http/create-once.ts'
import { AnyBody } from '#platform/http/form-body.ts'
import { toPage } from '#platform/http/list-query.ts'
import { parseFilters } from '#platform/http/parse-filters.ts'
import { adminsWith, residentsAndAdminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import { change, changeAndRead, type Services } from '#platform/services.ts'
import { ListOf, Success, TenantContact, TalliedListOf } from '@tahanan/contract/answers.ts'
import { TicketEntry } from '@tahanan/contract/gate/answers.ts'
import { getTicketFilters, listTypes, type ListFilters } from '@tahanan/contract/lists/filters.ts'
import {
  CsvQuery,
  filterFields,
  IdParams,
  ListQuery,
  sortField,
  strictQuery,
} from '@tahanan/contract/requests.ts'
import { Decided, ListedTicket, TicketEvent, toTicketSchema } from '@tahanan/contract/tickets/answers.ts'
import {
  getChangeFlags,
  TICKET_SORTS,
  getTicketSorts,
  type TicketModule,
  type TicketAction,
} from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { getBodySchema, DecidedTickets } from '@tahanan/contract/tickets/requests.ts'
import { assigneeRoutes, type Presenter } from './assignees/routes.ts'
import { deleteOne, fileTicket, applyStep, updateOne } from './changes.ts'
import { decideMany } from './decide-many.ts'
import { listTicketEntries, listTicketEvents } from './history.ts'
import { listServices, listTickets, NEWEST_TICKETS, streamTicketsForCsv } from './list-tickets.ts'
import { parseTicketUpdate } from './parse-new-ticket.ts'
import { getFirstFlag, requireFlags, requireStep, getStatusFlags, getStepFlags } from './policy.ts'
import { presentListed, presentTicket, createTicketPresenter } from './present.ts'
import { findRow } from './repository.ts'
import { auditDownload, requireAuditedTicket } from './require-audited-ticket.ts'
import { scheduleRoutes } from './schedule-routes.ts'

/** Body of a step's call: an object, or null because most steps need no body. */
const StepBody = Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] })

const RECORD_FIELDS = {
  history: Type.Array(TicketEvent),
  entries: Type.Array(TicketEntry),
  contact: Type.Optional(TenantContact),
}

/** Registers the calls of all nine modules, and the list of all tickets (rules 5.1). */
export function ticketRoutes(app: PortalApp, services: Services): void {
  for (const module of MODULES) moduleRoutes(app, services, module)
  servicesListRoute(app, services)
  scheduleRoutes(app, services)
}

function moduleRoutes(app: PortalApp, services: Services, module: TicketModule): void {
  const tags = [module.title]
  const { one, many, ids } = module.path
  const record = toTicketSchema(module)
  const createPolicy = (...flags: string[]) =>
    residentsAndAdminsWith(...flags.map((flag) => [module.permission, flag] as const))
  const view = createPolicy('view')
  const { files, config } = services
  const types = listTypes(module).map(({ value }) => value)
  const order = {
    sort: sortField(getTicketSorts(module)),
    ...filterFields(getTicketFilters(module), { types }),
  }
  const parseListFilters = (actor: Actor, query: ListFilters) =>
    parseFilters(query, { actor, timeZone: config.communityTimeZone, mainDate: module.mainDate })
  // Presents a ticket after a change. The ticket is read in the transaction of the change.
  const present: Presenter = async (db, request, id) =>
    presentTicket(files, request.actor, await requireAuditedTicket(db, request, module, id))

  // Work services have no list endpoint: `/services` is the list of all modules.
  if (module.route !== null) {
    app.get(`/${many}`, {
      config: { policy: view },
      schema: {
        tags,
        summary: `List ${module.noun.many}`,
        querystring: strictQuery({ ...ListQuery.properties, ...order }),
        response: { 200: TalliedListOf(record) },
      },
      handler: async ({ actor, query }) => {
        const asked = { ...toPage(query, NEWEST_TICKETS), by: parseListFilters(actor, query) }
        const { rows, ...page } = await listTickets(services.db, actor, module, asked)
        return { data: rows.map(createTicketPresenter(files, actor, 'list')), ...page }
      },
    })
  }

  app.get(`/${one}/:id`, {
    config: { policy: view },
    schema: {
      tags,
      summary: `One ${module.noun.one} with its history`,
      params: IdParams,
      response: { 200: toTicketSchema(module, RECORD_FIELDS) },
    },
    handler: async (request) => {
      const { db } = services
      const ticket = await present(db, request, request.params.id)
      const contact = await findContact(db, request.actor, ticket.tenantId)
      const history = await listTicketEvents(db, request.actor, module, ticket.id)
      const entries = module.pass ? await listTicketEntries(db, request.actor, ticket.id) : []
      return { ...ticket, contact, history, entries }
    },
  })

  app.post(`/${one}`, {
    config: {
      policy: createPolicy(module.flags.add),
      documentedBody: getBodySchema(module, 'create'),
      ...CREATING,
    },
    schema: { tags, summary: `File a ${module.noun.one}`, body: AnyBody, response: { 201: record } },
    handler: async (request, reply) => {
      const { actor, body } = request
      const filed = await fileTicket(services, request, module, body)
      return reply.code(201).send(presentTicket(files, actor, filed))
    },
  })

  app.put(`/${one}/:id`, {
    config: {
      policy: createPolicy(...getChangeFlags(module)),
      named: ({ status }) => [module.permission, getFirstFlag(module, status)],
      documentedBody: getBodySchema(module, 'update'),
    },
    schema: {
      tags,
      summary: `Change a ${module.noun.one}`,
      params: IdParams,
      body: AnyBody,
      response: { 200: record },
    },
    handler: async (request) => {
      const { actor, body, params } = request
      if (actor.area === 'admin') await requireForUpdate(services, actor, module, params.id, body.status)
      const update = parseTicketUpdate(actor, module, body, config.communityTimeZone)
      return changeAndRead(
        services,
        (tx) => updateOne(tx, actor, module, params.id, update, config.communityTimeZone),
        (tx) => present(tx, request, params.id),
      )
    },
  })

  app.put(`/${many}/decided`, {
    config: {
      policy: adminsWith(...getChangeFlags(module).map((flag) => [module.permission, flag] as const)),
      named: ({ status }) => [module.permission, getFirstFlag(module, status)],
    },
    schema: {
      tags,
      summary: `Move many ${module.noun.many} into a status, each by itself`,
      description: 'What is refused is answered with its reason; the others are changed.',
      body: DecidedTickets,
      response: { 200: Decided },
    },
    handler: ({ actor, body }) => decideMany(services, actor as AdminActor, module, body),
  })

  assigneeRoutes(app, services, module, present)
  for (const action of module.actions) actionRoute(app, services, module, action, present, record)

  app.delete(`/${one}/:id`, {
    config: { policy: createPolicy(module.flags.delete) },
    schema: { tags, summary: `Delete a ${module.noun.one}`, params: IdParams, response: { 200: Success } },
    handler: async ({ actor, params }) => {
      await change(services, (tx) => deleteOne(tx, actor, module, params.id, config.communityTimeZone))
      return { success: true }
    },
  })

  app.get(`/${ids}`, {
    config: { policy: adminsWith([module.permission, 'view']) },
    schema: {
      tags,
      summary: `Chosen ${module.noun.many}, or all of a filter, for the CSV`,
      querystring: strictQuery({ ...CsvQuery.properties, status: ListQuery.properties.status, ...order }),
      response: { 200: Type.Object({ data: Type.Array(record) }) },
    },
    handler: async (request, reply) => {
      const { actor, query } = request
      const shown = auditDownload(request, module, query, createTicketPresenter(files, actor, 'csv'))
      return streamRows(
        reply,
        streamTicketsForCsv(services.db, module, query, parseListFilters(actor, query)),
        shown,
      )
    },
  })
}

/**
 * Registers the route of a workflow step: approve, reserve, reject or verify (rules 4.15). The form's other
 * fields, such as remarks, are saved in the same transaction.
 */
function actionRoute(
  app: PortalApp,
  services: Services,
  module: TicketModule,
  action: TicketAction,
  present: Presenter,
  record: ReturnType<typeof toTicketSchema>,
): void {
  app.put(`/${module.path.one}/${action.path}/:id`, {
    config: {
      policy: adminsWith(...getStepFlags(module, action).map((flag) => [module.permission, flag] as const)),
      documentedBody: getBodySchema(module, 'step'),
    },
    schema: {
      tags: [module.title],
      summary: `Mark a ${module.noun.one} as ${action.path}`,
      params: IdParams,
      body: StepBody,
      response: { 200: record },
    },
    handler: async (request) => {
      const [actor, { id }] = [request.actor as AdminActor, request.params]
      requireStep(actor, module, action)
      const timeZone = services.config.communityTimeZone
      // The step of this call determines the status, so a status in the body is ignored.
      const update = parseTicketUpdate(actor, module, { ...request.body, status: undefined }, timeZone)
      return changeAndRead(
        services,
        (tx) => applyStep(tx, actor, module, id, { action, update, timeZone }),
        (tx) => present(tx, request, id),
      )
    },
  })
}

/** Registers the list of the tickets of all modules (rules 4.21). */
function servicesListRoute(app: PortalApp, services: Services): void {
  app.get('/services', {
    config: { policy: residentsAndAdminsWith(['services', 'view']) },
    schema: {
      tags: ['Services'],
      summary: 'List the tickets of all modules',
      querystring: strictQuery({
        ...ListQuery.properties,
        sort: sortField(TICKET_SORTS),
        ...filterFields(getTicketFilters()),
      }),
      response: { 200: ListOf(ListedTicket) },
    },
    handler: async ({ actor, query }) => {
      const by = parseFilters(query, { actor, timeZone: services.config.communityTimeZone })
      const { rows, total, from } = await listServices(services.db, actor, { ...toPage(query), by })
      return { data: rows.map((row) => presentListed(actor, row)), total, from }
    },
  })
}

/**
 * Checks the caller's flags for the new status first, before it validates the rest of the body or changes the
 * ticket (rules 14.7).
 */
async function requireForUpdate(
  services: Services,
  actor: AdminActor,
  module: TicketModule,
  id: number,
  status: unknown,
): Promise<void> {
  const wanted = Number(status)
  if (!(wanted >= 2 && wanted <= 6)) return
  const flags = getStatusFlags(actor, module, wanted)
  if (flags.every((flag) => can(actor, module.permission, flag))) return
  // A form sends the status even if the user did not change it. An unchanged status needs no flag.
  const row = await findRow(services.db, id, { module: module.name })
  if (row?.status !== wanted) requireFlags(actor, module, flags)
}
