import type { Static } from 'typebox'
import type { AdminNotification, ResidentNotification } from '@tahanan/contract/notifications/answers.ts'
import type { listNotifications } from './repository.ts'

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

/** Presents a notification to a resident. `isRead` shows whether this resident has read it (rules 10.2). */
export function presentToResident(row: NotificationRow): Static<typeof ResidentNotification> {
  return { ...toNotificationTexts(row), isRead: row.is_read ? 1 : 0 }
}

export function presentToAdmin(row: NotificationRow): Static<typeof AdminNotification> {
  const { client_code: clientCode, uoccname } = row
  return {
    ...toNotificationTexts(row),
    isReadAdmin: row.is_read ? 1 : 0,
    tenant: clientCode === null || uoccname === null ? null : { clientCode, uoccname },
  }
}

function toNotificationTexts({ id, title, message, link, created_at }: NotificationRow) {
  return { id, title, message, link, created_at }
}
