import { Type } from 'typebox'
import { can } from '#platform/actor.ts'
import { recordAction } from '#platform/audit/record-action.ts'
import type { Tx } from '#platform/db/client.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import { adminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { wakeChore } from '#platform/jobs/queue.ts'
import { change, type Services } from '#platform/services.ts'
import { Id, ListOf } from '@tahanan/contract/answers.ts'
import { Delivery, Resent } from '@tahanan/contract/deliveries/answers.ts'
import {
  CHANNELS,
  DELIVERY_STATES,
  type Channel,
  type DeliveryState,
} from '@tahanan/contract/deliveries/states.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { NEWS_KINDS, type NewsKind } from '@tahanan/contract/notifications/kinds.ts'
import { choiceField, ListQuery, strictQuery, tenantField } from '@tahanan/contract/requests.ts'
import { DELIVER } from './fan-out.ts'
import { getReaderName, presentDelivery } from './present.ts'
import { findDeliveries, listDeliveries, requeueDeliveries } from './repository.ts'

export function deliveryRoutes(app: PortalApp, services: Services): void {
  app.get('/deliveries', {
    config: { policy: adminsWith(['deliveries', 'view']) },
    schema: {
      summary: 'List mails and push messages, newest first',
      description: 'The newest 10,000 that match.',
      querystring: strictQuery({
        ...Type.Pick(ListQuery, ['page', 'limit', 'searchTerm']).properties,
        state: choiceField(DELIVERY_STATES),
        kind: choiceField(NEWS_KINDS),
        channel: choiceField(CHANNELS),
        tenantId: tenantField,
      }),
      response: { 200: ListOf(Delivery) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      const filter = {
        state: (query.state || undefined) as DeliveryState | undefined,
        kind: (query.kind || undefined) as NewsKind | undefined,
        channel: (query.channel || undefined) as Channel | undefined,
        tenantId: query.tenantId ? Number(query.tenantId) : undefined,
      }
      const seen = {
        tenants: can(actor, 'tenants', 'view'),
        admins: can(actor, 'utilities', 'userAccessDefinition'),
      }
      const list = await listDeliveries(services.db, filter, page, seen)
      return listAnswer(page, list, (row) => presentDelivery(actor, row))
    },
  })

  app.post('/deliveries-resent', {
    config: { policy: adminsWith(['deliveries', 'resend']) },
    schema: {
      summary: 'Send failed and unclear deliveries again',
      description:
        'Others are refused. What its reader has read or turned off meanwhile is dropped when it is due.',
      body: Type.Object({
        ids: Type.Array(Id, { minItems: 1, maxItems: LIMITS.resent, uniqueItems: true }),
      }),
      response: { 200: Resent },
    },
    handler: async ({ body }) => {
      const done = await change(services, (tx) => resend(tx, body.ids))
      return { done, refused: body.ids.filter((id) => !done.includes(id)) }
    },
  })
}

async function resend(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const done = await requeueDeliveries(tx, ids)
  for (const row of await findDeliveries(tx, done))
    await recordAction(tx, {
      action: 'resend',
      subject: 'deliveries',
      subjectId: row.id,
      detail: `${row.channel} to ${row.client_code ?? getReaderName(row)}`,
    })
  if (done.length > 0) for (const channel of CHANNELS) await wakeChore(tx, DELIVER[channel])
  return done
}
