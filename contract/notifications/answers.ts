import { Type } from 'typebox'
import { Id, nullable, NullableText, OnOff, Time, text, type Answer } from '../answers.ts'
import { INBOX } from '../limits.ts'

const words = { id: Id, title: text, message: text, link: NullableText, created_at: Time }

export const ResidentNotification = Type.Object({ ...words, isRead: OnOff })
export type ResidentNotification = Answer<typeof ResidentNotification>

export const AdminNotification = Type.Object({
  ...words,
  isReadAdmin: OnOff,
  tenant: nullable(Type.Object({ clientCode: text, uoccname: text })),
})
export type AdminNotification = Answer<typeof AdminNotification>

export const UnreadCount = Type.Object({
  count: Type.Integer({ description: `Of the newest ${INBOX.rows}.` }),
})
export type UnreadCount = Answer<typeof UnreadCount>
