import { Type } from 'typebox'
import type { ResidentActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { waitingListForm, WaitingEntry } from '@tahanan/contract/amenities/waiting.ts'
import { SuccessAnswer } from '@tahanan/contract/answers.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import { toTicketSchema } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { presentTicket } from '../present.ts'
import { requireAuditedTicket } from '../require-audited-ticket.ts'
import {
  acceptOffer,
  joinWaitingList,
  leaveWaitingList,
  listWaitingEntries,
  requireWaitingEntry,
} from './waiting-list.ts'

const reservation = getModule('reservation')
const tags = ['Amenities']
const RESIDENTS = { areas: ['client'] } as const

export function waitingRoutes(app: PortalApp, services: PlatformContext): void {
  const timeZone = services.config.communityTimeZone

  app.get('/waiting-entries', {
    config: { policy: allowResidentsAndAdmins(['reservations', 'view']) },
    schema: {
      tags,
      summary: 'Waiting list of amenities; a resident the own entries',
      response: { 200: Type.Array(WaitingEntry) },
    },
    handler: ({ actor }) => listWaitingEntries(services.db, actor),
  })

  app.post('/waiting-entry', {
    config: { ...CREATE_ROUTE, policy: RESIDENTS, documentedBody: toFormSchema(waitingListForm, 'create') },
    schema: {
      tags,
      summary: 'Wait for a taken time of an amenity',
      body: AnyBody,
      response: { 201: WaitingEntry },
    },
    handler: async (request, reply) => {
      const actor = request.actor as ResidentActor
      const prepareEntry = () => {
        const { values } = parseFormBody(waitingListForm, request.body, { action: 'create', timeZone })
        return (tx: Tx) => joinWaitingList(tx, actor, values, timeZone)
      }
      const loadEntry = (db: DbOrTx, id: number) => requireWaitingEntry(db, actor, id)
      return reply.code(201).send(await createIdempotently(services, request, prepareEntry, loadEntry))
    },
  })

  app.put('/waiting-entry/accepted/:id', {
    config: { policy: RESIDENTS },
    schema: {
      tags,
      summary: 'Book the time that is held for the resident',
      params: IdParams,
      body: Type.Object({ title: Type.Optional(Type.String()), description: Type.Optional(Type.String()) }),
      response: { 200: toTicketSchema(reservation) },
    },
    handler: async (request) => {
      const actor = request.actor as ResidentActor
      const id = await acceptOffer(services, actor, request.params.id, request.body)
      const row = await requireAuditedTicket(services.db, request, reservation, id)
      return presentTicket(services.files, actor, row)
    },
  })

  app.delete('/waiting-entry/:id', {
    config: { policy: RESIDENTS },
    schema: {
      tags,
      summary: 'Stop waiting, or decline the time that is held',
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, params }) => {
      await runInTransaction(services, (tx) =>
        leaveWaitingList(tx, actor as ResidentActor, params.id, timeZone),
      )
      return { success: true }
    },
  })
}
