import { Type } from 'typebox'
import { findContact } from '#features/tenants/find-contact.ts'
import { hasPermission, type Actor, type AdminActor } from '#platform/actor.ts'
import { CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody } from '#platform/http/form-body.ts'
import { toPage } from '#platform/http/list-query.ts'
import { parseRowFilter } from '#platform/http/parse-row-filter.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import {
  runInTransaction,
  runInTransactionAndRead,
  type PlatformContext,
} from '#platform/platform-context.ts'
import { ListOf, SuccessAnswer, TenantContact, ListWithCountsOf } from '@tahanan/contract/answers.ts'
import { TicketEntry } from '@tahanan/contract/gate/answers.ts'
import { getTicketFilters, getTicketTypes, type ListFilters } from '@tahanan/contract/lists/filters.ts'
import {
  CsvQuery,
  createFilterParams,
  IdParams,
  ListQuery,
  createSortParam,
  createStrictQuery,
} from '@tahanan/contract/requests.ts'
import {
  DecisionResult,
  ListedTicket,
  TicketEvent,
  toTicketSchema,
} from '@tahanan/contract/tickets/answers.ts'
import {
  getChangeFlags,
  TICKET_SORTS,
  getTicketSorts,
  type TicketModule,
  type TicketAction,
} from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { getBodySchema, DecideTicketsBody } from '@tahanan/contract/tickets/requests.ts'
import { assigneeRoutes, type Presenter } from './assignees/routes.ts'
import { deleteTicket, createTicketFromRequest, applyWorkflowStep, applyTicketUpdate } from './changes.ts'
import { decideTickets } from './decide-tickets.ts'
import { listTicketEntries, listTicketEvents } from './history.ts'
import { listTicketsOfAllModules, listTickets, NEWEST_TICKETS, streamTicketsForCsv } from './list-tickets.ts'
import { parseTicketUpdate } from './parse-new-ticket.ts'
import { getFlagForRefusal, requireFlags, requireStep, getStatusFlags, getStepFlags } from './policy.ts'
import { presentListedTicket, presentTicket, createTicketPresenter } from './present.ts'
import { findTicketRow } from './repository.ts'
import { wrapPresenterWithAudit, requireAuditedTicket } from './require-audited-ticket.ts'
import { scheduleRoutes } from './schedule-routes.ts'

const StepBody = Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] })

const RECORD_FIELDS = {
  history: Type.Array(TicketEvent),
  entries: Type.Array(TicketEntry),
  contact: Type.Optional(TenantContact),
}

/** Registers the API routes of all nine modules, and the list of all tickets (rules 5.1). */
export function ticketRoutes(app: PortalApp, services: PlatformContext): void {
  for (const module of MODULES) registerModuleRoutes(app, services, module)
  registerServicesListRoute(app, services)
  scheduleRoutes(app, services)
}

function registerModuleRoutes(app: PortalApp, services: PlatformContext, module: TicketModule): void {
  const tags = [module.title]
  const { one, many, ids } = module.path
  const record = toTicketSchema(module)
  const createPolicy = (...flags: string[]) =>
    allowResidentsAndAdmins(...flags.map((flag) => [module.permission, flag] as const))
  const view = createPolicy('view')
  const { files, config } = services
  const types = getTicketTypes(module).map(({ value }) => value)
  const listParams = {
    sort: createSortParam(getTicketSorts(module)),
    ...createFilterParams(getTicketFilters(module), { types }),
  }
  const parseListFilters = (actor: Actor, query: ListFilters) =>
    parseRowFilter(query, { actor, timeZone: config.communityTimeZone, mainDate: module.mainDate })
  const presentTicketById: Presenter = async (db, request, id) =>
    presentTicket(files, request.actor, await requireAuditedTicket(db, request, module, id))

  // Work services have no list endpoint: `/services` is the list of all modules.
  if (module.route !== null) {
    app.get(`/${many}`, {
      config: { policy: view },
      schema: {
        tags,
        summary: `List ${module.noun.many}`,
        querystring: createStrictQuery({ ...ListQuery.properties, ...listParams }),
        response: { 200: ListWithCountsOf(record) },
      },
      handler: async ({ actor, query }) => {
        const listQuery = { ...toPage(query, NEWEST_TICKETS), by: parseListFilters(actor, query) }
        const { rows, ...page } = await listTickets(services.db, actor, module, listQuery)
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
      const ticket = await presentTicketById(db, request, request.params.id)
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
      ...CREATE_ROUTE,
    },
    schema: { tags, summary: `File a ${module.noun.one}`, body: AnyBody, response: { 201: record } },
    handler: async (request, reply) => {
      const { actor, body } = request
      const newTicket = await createTicketFromRequest(services, request, module, body)
      return reply.code(201).send(presentTicket(files, actor, newTicket))
    },
  })

  app.put(`/${one}/:id`, {
    config: {
      policy: createPolicy(...getChangeFlags(module)),
      getBodyPermission: ({ status }) => [module.permission, getFlagForRefusal(module, status)],
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
      if (actor.area === 'admin') await requireStatusFlags(services, actor, module, params.id, body.status)
      const update = parseTicketUpdate(actor, module, body, config.communityTimeZone)
      return runInTransactionAndRead(
        services,
        (tx) => applyTicketUpdate(tx, actor, module, params.id, update, config.communityTimeZone),
        (tx) => presentTicketById(tx, request, params.id),
      )
    },
  })

  app.put(`/${many}/decided`, {
    config: {
      policy: allowAdmins(...getChangeFlags(module).map((flag) => [module.permission, flag] as const)),
      getBodyPermission: ({ status }) => [module.permission, getFlagForRefusal(module, status)],
    },
    schema: {
      tags,
      summary: `Move many ${module.noun.many} into a status, each by itself`,
      description: 'What is refused is answered with its reason; the others are changed.',
      body: DecideTicketsBody,
      response: { 200: DecisionResult },
    },
    handler: ({ actor, body }) => decideTickets(services, actor as AdminActor, module, body),
  })

  assigneeRoutes(app, services, module, presentTicketById)
  for (const action of module.actions)
    registerActionRoute(app, services, module, action, presentTicketById, record)

  app.delete(`/${one}/:id`, {
    config: { policy: createPolicy(module.flags.delete) },
    schema: {
      tags,
      summary: `Delete a ${module.noun.one}`,
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, params }) => {
      await runInTransaction(services, (tx) =>
        deleteTicket(tx, actor, module, params.id, config.communityTimeZone),
      )
      return { success: true }
    },
  })

  app.get(`/${ids}`, {
    config: { policy: allowAdmins([module.permission, 'view']) },
    schema: {
      tags,
      summary: `Chosen ${module.noun.many}, or all of a filter, for the CSV`,
      querystring: createStrictQuery({
        ...CsvQuery.properties,
        status: ListQuery.properties.status,
        ...listParams,
      }),
      response: { 200: Type.Object({ data: Type.Array(record) }) },
    },
    handler: async (request, reply) => {
      const { actor, query } = request
      const presentForCsv = wrapPresenterWithAudit(
        request,
        module,
        query,
        createTicketPresenter(files, actor, 'csv'),
      )
      return streamRows(
        reply,
        streamTicketsForCsv(services.db, module, query, parseListFilters(actor, query)),
        presentForCsv,
      )
    },
  })
}

/**
 * Registers the route of a workflow step: approve, reserve, reject or verify (rules 4.15). The form's other
 * fields, such as remarks, are saved in the same transaction.
 */
function registerActionRoute(
  app: PortalApp,
  services: PlatformContext,
  module: TicketModule,
  action: TicketAction,
  presentTicketById: Presenter,
  record: ReturnType<typeof toTicketSchema>,
): void {
  app.put(`/${module.path.one}/${action.path}/:id`, {
    config: {
      policy: allowAdmins(...getStepFlags(module, action).map((flag) => [module.permission, flag] as const)),
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
      // This route's workflow step determines the status, so a status in the body is ignored.
      const update = parseTicketUpdate(actor, module, { ...request.body, status: undefined }, timeZone)
      return runInTransactionAndRead(
        services,
        (tx) => applyWorkflowStep(tx, actor, module, id, { action, update, timeZone }),
        (tx) => presentTicketById(tx, request, id),
      )
    },
  })
}

/** Registers the API route that lists the tickets of all modules (rules 4.21). */
function registerServicesListRoute(app: PortalApp, services: PlatformContext): void {
  app.get('/services', {
    config: { policy: allowResidentsAndAdmins(['services', 'view']) },
    schema: {
      tags: ['Services'],
      summary: 'List the tickets of all modules',
      querystring: createStrictQuery({
        ...ListQuery.properties,
        sort: createSortParam(TICKET_SORTS),
        ...createFilterParams(getTicketFilters()),
      }),
      response: { 200: ListOf(ListedTicket) },
    },
    handler: async ({ actor, query }) => {
      const rowFilter = parseRowFilter(query, { actor, timeZone: services.config.communityTimeZone })
      const { rows, total, from } = await listTicketsOfAllModules(services.db, actor, {
        ...toPage(query),
        by: rowFilter,
      })
      return { data: rows.map((row) => presentListedTicket(actor, row)), total, from }
    },
  })
}

/**
 * Checks the caller's permission flags for the new status. Runs before the rest of the body is validated and
 * the ticket is changed (rules 14.7).
 */
async function requireStatusFlags(
  services: PlatformContext,
  actor: AdminActor,
  module: TicketModule,
  id: number,
  status: unknown,
): Promise<void> {
  const newStatus = Number(status)
  if (!(newStatus >= 2 && newStatus <= 6)) return
  const flags = getStatusFlags(actor, module, newStatus)
  if (flags.every((flag) => hasPermission(actor, module.permission, flag))) return
  // A form sends the status even if the user did not change it. An unchanged status needs no permission flag.
  const row = await findTicketRow(services.db, id, { module: module.name })
  if (row?.status !== newStatus) requireFlags(actor, module, flags)
}
