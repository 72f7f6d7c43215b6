import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { parseLastSeen } from '#platform/last-seen.ts'
import { runInTransactionAndRead, type PlatformContext } from '#platform/platform-context.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import { Assignee, DecisionResult, toTicketSchema, type Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getChangeFlags, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { AssignBody, AssignTicketsBody } from '@tahanan/contract/tickets/requests.ts'
import { assignTickets, assignTicket } from './assign-tickets.ts'
import { listAssignees } from './list-assignees.ts'

/** Loads a ticket and returns it in its API form. Throws 404 for an unknown ticket. */
export type Presenter = (db: DbOrTx, request: FastifyRequest, id: number) => Promise<Ticket>

export function assigneeRoutes(
  app: PortalApp,
  services: PlatformContext,
  module: TicketModule,
  presentTicketById: Presenter,
): void {
  const tags = [module.title]
  const { one, many } = module.path
  const { permission } = module
  const editPolicy = allowAdmins(...getChangeFlags(module).map((flag) => [permission, flag] as const))

  app.get(`/${one}/assignees`, {
    config: { policy: allowAdmins([permission, 'view']) },
    schema: {
      tags,
      summary: `Administrators to whom a ${module.noun.one} can be assigned`,
      response: { 200: Type.Array(Assignee) },
    },
    handler: () => listAssignees(services.db, module),
  })

  app.put(`/${one}/assigned/:id`, {
    config: { policy: editPolicy },
    schema: {
      tags,
      summary: `Assign a ${module.noun.one}`,
      params: IdParams,
      body: AssignBody,
      response: { 200: toTicketSchema(module) },
    },
    handler: (request) => {
      const { body, params } = request
      const updatedAt = parseLastSeen(body, services.config.communityTimeZone)
      const { assigneeId } = body
      const actor = request.actor as AdminActor
      return runInTransactionAndRead(
        services,
        (tx) => assignTicket(tx, actor, module, params.id, { assigneeId, updatedAt }),
        (tx) => presentTicketById(tx, request, params.id),
      )
    },
  })

  app.put(`/${many}/assigned`, {
    config: { policy: editPolicy },
    schema: {
      tags,
      summary: `Assign many ${module.noun.many}, each by itself`,
      description: 'What is refused is answered with its reason; the others are assigned.',
      body: AssignTicketsBody,
      response: { 200: DecisionResult },
    },
    handler: ({ actor, body }) => assignTickets(services, actor as AdminActor, module, body),
  })
}
