import type { Insertable } from 'kysely'
import { toTenantRow } from '#features/notifications/notify.ts'
import { createChangedNotification, createFiledNotification } from '#features/tickets/ticket-notifications.ts'
import type { Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { compareByTime, type Community } from './community.ts'
import { DAY, HOUR, addMilliseconds } from './demo-clock.ts'
import type { InsertedTicket } from './insert-tickets.ts'
import { findPerson } from './people.ts'

/**
 * Notification of the demo. With the area `client` and without a tenant, it is for all residents, and all of
 * them have read it.
 */
export type NotificationRow = Insertable<DB['notifications']> & { created_at: Date }

/**
 * Maximum age of a notification in days. Older ones are not inserted, because the portal deletes old
 * notifications.
 */
const MAX_AGE_DAYS = 60
const UNREAD_HOURS = { admin: 30, client: 60 }
const A101_UNREAD_COUNT = 3
const READ_DELAY_HOURS = 2

export async function insertNotifications(
  tx: Tx,
  notices: readonly NotificationRow[],
  { clock: { now }, residents, administrators }: Community,
): Promise<void> {
  const oldestTime = addMilliseconds(now, -MAX_AGE_DAYS * DAY)
  const recentNotifications = notices
    .filter(({ created_at }) => created_at > oldestTime)
    .toSorted(compareByTime)
  const ids = await tx.insertInto('notifications').values(recentNotifications).returning('id').execute()
  const insertedRows = recentNotifications.map((row, index) => ({ ...row, id: ids[index]?.id ?? 0 }))

  const a101Id = findPerson(residents, 'A-101').id
  const unreadA101Rows = insertedRows
    .filter(({ tenant_id }) => tenant_id === a101Id)
    .slice(-A101_UNREAD_COUNT)
  const isRead = (row: (typeof insertedRows)[number]): boolean => {
    if (row.area === 'admin') return row.created_at <= addMilliseconds(now, -UNREAD_HOURS.admin * HOUR)
    if (row.tenant_id === a101Id) return !unreadA101Rows.includes(row)
    return !row.tenant_id || row.created_at <= addMilliseconds(now, -UNREAD_HOURS.client * HOUR)
  }
  const readRows = insertedRows
    .filter(isRead)
    .flatMap(({ id: notification_id, area, tenant_id, created_at }) => {
      const readers = area === 'admin' ? administrators : tenant_id ? [{ id: tenant_id }] : residents
      const readAt = addMilliseconds(created_at, READ_DELAY_HOURS * HOUR)
      return readers.map(({ id }) => ({
        area,
        reader_id: id,
        notification_id,
        at: readAt < now ? readAt : now,
      }))
    })
  await tx.insertInto('notification_reads').values(readRows).execute()
}

export function toTicketNotifications(ticket: InsertedTicket, timeZone: string): NotificationRow[] {
  const { id, module, row, amenityTitle, resident, events } = ticket
  const ticketInfo = { id, ticketNumber: row.ticket_number, details: row.details, amenity: amenityTitle }
  const rows: NotificationRow[] = []
  if (!row.post_by_id)
    rows.push({
      area: 'admin',
      page: module.permission,
      subject_tenant_id: resident.id,
      created_at: row.created_at,
      ...createFiledNotification(module, ticketInfo, { clientCode: resident.unit, uoccname: resident.name }),
    })
  for (const { at, actor_area, from_status: from, to_status: to, remark } of events) {
    if (actor_area !== 'admin' || from === null || (from === to && !remark)) continue
    const change = { ...(from !== to && { status: to }), ...(remark && { remarks: remark }) }
    const notification = {
      tenantId: resident.id,
      ...createChangedNotification(module, ticketInfo, change, timeZone),
    }
    rows.push({ ...toTenantRow(notification), created_at: at })
  }
  return rows
}
