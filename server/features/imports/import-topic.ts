import { sql, type RawBuilder } from 'kysely'
import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import { insertTenantNotifications } from '#features/notifications/notify.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, DELETED_STATUS } from '#platform/db/expressions.ts'
import { rooms, publishEvent, type OutgoingEvent, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { selectRows } from './saving/run-rows-task.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /**
     * Live event: an import changed the balances of hundreds of tenants. One outbox row has the ids of all
     * these tenants and of their notifications.
     */
    balances: { tenantIds: number[]; notificationIds: number[] }
    import: { uniqId: string }
  }
}

/**
 * Creates the handler that sends changed balances and their notifications. The office gets all of them. Only
 * tenants who are logged in get theirs, because an import changes thousands of tenants.
 */
export function balancesTopic(notification: TopicHandler<'notification'>): TopicHandler<'balances'> {
  return async (db, payloads) => {
    const tenantIds = payloads.flatMap((payload) => payload.tenantIds)
    const officeEvents = toOfficeEvents(await listActiveAdmins(db), new Set(tenantIds))
    const loggedIn = await db
      .selectFrom('sessions')
      .select('account_id as id')
      .distinct()
      .where('area', '=', 'client')
      .where('account_id', '=', buildAnyOfIds(tenantIds))
      .execute()
    if (loggedIn.length === 0) return officeEvents
    const ids = loggedIn.map(({ id }) => id)
    const notificationRows = await db
      .selectFrom('notifications')
      .select('id')
      .where('id', '=', buildAnyOfIds(payloads.flatMap((payload) => payload.notificationIds)))
      .where('tenant_id', '=', buildAnyOfIds(ids))
      .orderBy('id')
      .execute()
    return [
      ...officeEvents,
      ...ids.map((id) => ({ room: rooms.account('client', id), event: liveChannels.account, data: {} })),
      ...(notificationRows.length > 0 ? await notification(db, notificationRows) : []),
    ]
  }
}

function toOfficeEvents(admins: readonly AdminActor[], tenantIds: ReadonlySet<number>): OutgoingEvent[] {
  const viewers = (['tenants', 'billings'] as const).flatMap((page) => filterViewers(admins, page))
  const [id, ...otherIds] = tenantIds
  const eventData = otherIds.length === 0 ? { id } : {}
  return [...new Set(viewers.map(toAdminRoom))].map((room) => ({
    room,
    event: liveChannels.tenants,
    data: eventData,
  }))
}

/**
 * Notifies the active tenants whose statement was saved or withdrawn by the rows `r`, and refreshes the open
 * pages of all `tenantIds`. `message` is an SQL expression over `r` and its tenant `t`.
 */
export async function notifyTenantsOfRows(
  tx: Tx,
  rows: ReturnType<typeof selectRows>,
  tenantIds: number[],
  { title, message }: { readonly title: string; readonly message: RawBuilder<string> },
): Promise<void> {
  if (tenantIds.length === 0) return
  const notices = await insertTenantNotifications(
    tx,
    { kind: 'statement', title, brief: title, link: '/billings' },
    rows
      .innerJoin('tenants as t', 't.id', 'r.tenant_id')
      .select(['t.id as tenantId', message.as('message')])
      .where('r.statement', '=', true)
      .where('t.status', '<>', DELETED_STATUS)
      .orderBy('r.row'),
  )
  await publishEvent(tx, 'balances', {
    tenantIds,
    notificationIds: notices.map(({ id }) => id),
  })
}

export const getImportRoom = (uniqId: string): string => `import.${uniqId}`

/**
 * Sends the progress of an import to its subscribers: the number of saved or undone rows and their total
 * (rules 7.16, 7.24).
 */
export const importTopic: TopicHandler<'import'> = async (db, payloads) => {
  const uniqIds = [...new Set(payloads.map(({ uniqId }) => uniqId))]
  const importRows = await db
    .selectFrom('statement_imports')
    .distinctOn('uniq_id')
    .select(['uniq_id', 'state', 'saved', 'total', 'undone', sql<number>`created + updated`.as('effective')])
    .where('uniq_id', 'in', uniqIds)
    .orderBy('uniq_id')
    .orderBy('id', 'desc')
    .execute()
  return importRows.map(({ uniq_id, state, saved, total, undone, effective }) => ({
    room: getImportRoom(uniq_id),
    event: liveChannels.soaUpdateEvent,
    data: state.startsWith('und') ? { count: undone, total: effective } : { count: saved, total },
  }))
}
