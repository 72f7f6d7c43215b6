import { Type } from 'typebox'
import { Id, nullable, NullableText, OnOff, Time, text, type Answer } from '../answers.ts'
import { NOTIFICATION_LIMITS } from '../limits.ts'

const notificationFields = { id: Id, title: text, message: text, link: NullableText, created_at: Time }

export const ResidentNotification = Type.Object({ ...notificationFields, isRead: OnOff })
export type ResidentNotification = Answer<typeof ResidentNotification>

export const AdminNotification = Type.Object({
  ...notificationFields,
  isReadAdmin: OnOff,
  tenant: nullable(Type.Object({ clientCode: text, uoccname: text })),
})
export type AdminNotification = Answer<typeof AdminNotification>

export const UnreadCount = Type.Object({
  count: Type.Integer({ description: `Of the newest ${NOTIFICATION_LIMITS.rows}.` }),
})
export type UnreadCount = Answer<typeof UnreadCount>
