import { sql } from 'kysely'
import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import type { AdminActor } from '#platform/actor.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { runPeriodicTaskNow } from '#platform/jobs/queue.ts'
import { rooms, createLazyEvent, type OutgoingEvent, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { presentToAdmin, presentToResident, type NotificationRow } from './present.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    notification: { id: number }
  }
}

const findNotifications = prepareQuery((db, { ids }: Placeholders<{ ids: number[] }>) =>
  db
    .selectFrom('notifications as n')
    .leftJoin('tenants as t', 't.id', 'n.subject_tenant_id')
    .select([
      'n.id',
      'n.area',
      'n.tenant_id',
      'n.page',
      'n.admin_id',
      'n.title',
      'n.message',
      'n.link',
      'n.created_at',
    ])
    .select([sql<boolean>`false`.as('is_read'), 't.client_code', 't.uoccname'])
    .where('n.id', '=', (eb) => eb.fn.any(ids))
    .orderBy('n.id'),
)

/**
 * Minimum milliseconds between two wake-ups of the job that sends mails and push messages. Under load, the
 * job's own interval is enough.
 */
const MIN_WAKE_INTERVAL_MS = 1000
let wokenAt = -MIN_WAKE_INTERVAL_MS

/**
 * Sends a new notification as a live event to the people it is for: one tenant, all logged-in tenants, or the
 * active administrators who may view its page. Each of them has a separate channel and read mark (rules 10.2,
 * 10.5). Also wakes the job that sends mails and push messages.
 */
export const notificationTopic: TopicHandler<'notification'> = async (db, payloads) => {
  if (performance.now() - wokenAt >= MIN_WAKE_INTERVAL_MS) {
    wokenAt = performance.now()
    await runPeriodicTaskNow(db, 'fan-out')
  }
  const rows = await findNotifications(db, { ids: payloads.map(({ id }) => id) })
  const admins = rows.some(({ page }) => page !== null) ? await listActiveAdmins(db) : []
  const isForAllResidents = rows.some(({ area, tenant_id }) => area === 'client' && tenant_id === null)
  const onlineSessions = isForAllResidents
    ? await db.selectFrom('sessions').select('account_id').distinct().where('area', '=', 'client').execute()
    : []
  return rows.flatMap((row): OutgoingEvent[] => {
    if (row.page !== null)
      return filterViewers(admins, row.page)
        .filter(({ id }) => row.admin_id === null || id === row.admin_id)
        .map((admin) => createAdminEvent(admin, row))
    const tenantIds =
      row.tenant_id === null ? onlineSessions.map((session) => session.account_id) : [row.tenant_id]
    return tenantIds.map((id) => createTenantEvent(id, row))
  })
}

function createTenantEvent(id: number, row: NotificationRow): OutgoingEvent {
  return {
    room: rooms.account('client', id),
    event: liveChannels.clientNotifications(id),
    data: presentToResident(row),
  }
}

function createAdminEvent(admin: AdminActor, row: NotificationRow): OutgoingEvent {
  return createLazyEvent(toAdminRoom(admin), liveChannels.adminNotifications(admin.id), () =>
    presentToAdmin(row),
  )
}
