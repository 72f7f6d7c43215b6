import { Type } from 'typebox'
import { hasPermission } from '#platform/actor.ts'
import { recordAction } from '#platform/audit/record-action.ts'
import type { Tx } from '#platform/db/client.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runPeriodicTaskNow } from '#platform/jobs/queue.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { Id, ListOf } from '@tahanan/contract/answers.ts'
import { Delivery, ResendResult } from '@tahanan/contract/deliveries/answers.ts'
import {
  CHANNELS,
  DELIVERY_STATES,
  type Channel,
  type DeliveryState,
} from '@tahanan/contract/deliveries/channels-and-states.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '@tahanan/contract/notifications/kinds.ts'
import { createChoiceParam, ListQuery, createStrictQuery, tenantParam } from '@tahanan/contract/requests.ts'
import { DELIVERY_TASK_NAMES } from './fan-out-notifications.ts'
import { getReaderName, presentDelivery } from './present.ts'
import { findDeliveries, listDeliveries, requeueDeliveries } from './repository.ts'

export function deliveryRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/deliveries', {
    config: { policy: allowAdmins(['deliveries', 'view']) },
    schema: {
      summary: 'List mails and push messages, newest first',
      description: 'The newest 10,000 that match.',
      querystring: createStrictQuery({
        ...Type.Pick(ListQuery, ['page', 'limit', 'searchTerm']).properties,
        state: createChoiceParam(DELIVERY_STATES),
        kind: createChoiceParam(NOTIFICATION_KINDS),
        channel: createChoiceParam(CHANNELS),
        tenantId: tenantParam,
      }),
      response: { 200: ListOf(Delivery) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      const filter = {
        state: (query.state || undefined) as DeliveryState | undefined,
        kind: (query.kind || undefined) as NotificationKind | undefined,
        channel: (query.channel || undefined) as Channel | undefined,
        tenantId: query.tenantId ? Number(query.tenantId) : undefined,
      }
      const visibleEmails = {
        tenants: hasPermission(actor, 'tenants', 'view'),
        admins: hasPermission(actor, 'utilities', 'userAccessDefinition'),
      }
      const list = await listDeliveries(services.db, filter, page, visibleEmails)
      return listAnswer(page, list, (row) => presentDelivery(actor, row))
    },
  })

  app.post('/deliveries-resent', {
    config: { policy: allowAdmins(['deliveries', 'resend']) },
    schema: {
      summary: 'Send failed and unclear deliveries again',
      description:
        'Others are refused. What its reader has read or turned off meanwhile is dropped when it is due.',
      body: Type.Object({
        ids: Type.Array(Id, { minItems: 1, maxItems: LIMITS.resent, uniqueItems: true }),
      }),
      response: { 200: ResendResult },
    },
    handler: async ({ body }) => {
      const resentIds = await runInTransaction(services, (tx) => resendDeliveries(tx, body.ids))
      return { done: resentIds, refused: body.ids.filter((id) => !resentIds.includes(id)) }
    },
  })
}

async function resendDeliveries(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const resentIds = await requeueDeliveries(tx, ids)
  for (const row of await findDeliveries(tx, resentIds))
    await recordAction(tx, {
      action: 'resend',
      subject: 'deliveries',
      subjectId: row.id,
      detail: `${row.channel} to ${row.client_code ?? getReaderName(row)}`,
    })
  if (resentIds.length > 0)
    for (const channel of CHANNELS) await runPeriodicTaskNow(tx, DELIVERY_TASK_NAMES[channel])
  return resentIds
}
