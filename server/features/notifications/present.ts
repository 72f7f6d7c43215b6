import { Id, NullableText, Time } from '@tahanan/contract/answers.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { listNotifications } from './inbox.ts'

/** A notification with its reader's read mark, and the client code and name of the tenant whom it is about. */
export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

const Words = { id: Id, title: Type.String(), message: Type.String(), link: NullableText, created_at: Time }
const ReadMark = Type.Union([Type.Literal(0), Type.Literal(1)])

export const ResidentNotification = Type.Object({ ...Words, isRead: ReadMark })
export type ResidentNotification = Static<typeof ResidentNotification>

export const AdminNotification = Type.Object({
  ...Words,
  isReadAdmin: ReadMark,
  tenant: Type.Union([Type.Object({ clientCode: Type.String(), uoccname: Type.String() }), Type.Null()]),
})
export type AdminNotification = Static<typeof AdminNotification>

/** A notification as a resident sees it: `isRead` is their own (rules 10.2). */
export function presentToResident(row: NotificationRow): ResidentNotification {
  return { ...words(row), isRead: row.is_read ? 1 : 0 }
}

/** A notification as an administrator sees it: `isReadAdmin` is their own, and it names the tenant. */
export function presentToAdmin(row: NotificationRow): AdminNotification {
  const { client_code: clientCode, uoccname } = row
  return {
    ...words(row),
    isReadAdmin: row.is_read ? 1 : 0,
    tenant: clientCode === null || uoccname === null ? null : { clientCode, uoccname },
  }
}

function words({ id, title, message, link, created_at }: NotificationRow) {
  return { id, title, message, link, created_at }
}
