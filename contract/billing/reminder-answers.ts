import { Type } from 'typebox'
import {
  Count,
  Day,
  Money,
  nullable,
  NullableTime,
  oneOf,
  Time,
  type Answer,
  tenantFields,
} from '../answers.ts'
import { REMINDER_KINDS, REMINDER_OUTCOME_NAMES } from './reminders.ts'

const text = Type.String()

export const DueTenant = Type.Object({
  ...tenantFields,
  amount: Type.Number({ description: 'Pesos that are due on the days of the reminder' }),
  dueDate: Type.String({ description: 'YYYY-MM-DD; the last of these days' }),
  leftToPay: Money,
  hasMail: Type.Boolean({ description: 'Without an address the reminder is in the portal only.' }),
  lastReminded: NullableTime,
  reminded: Type.Boolean({ description: 'Had this kind of reminder for this due date' }),
})
export type DueTenant = Answer<typeof DueTenant>

/** Tenants who will receive a payment reminder, shown before the office sends it (rules 20.7). */
export const ReminderPreview = Type.Object({
  data: Type.Array(DueTenant),
  total: Count,
  mailLeaves: Type.Boolean({ description: 'False where this portal sends no mail yet' }),
})
export type ReminderPreview = Answer<typeof ReminderPreview>

/** Payment reminders that the office sent together (rules 20.9). */
export const ReminderBatch = Type.Object({
  id: Type.Integer(),
  kind: oneOf(REMINDER_KINDS),
  days: Type.Integer(),
  text,
  by: text,
  created_at: Time,
  total: Count,
  waiting: Count,
  sent: Type.Integer({ description: 'By mail and in the portal' }),
  noMail: Type.Integer({ description: 'In the portal only' }),
  failed: Type.Integer({ description: 'Mails that failed, or of which it is unclear' }),
  leftOut: Type.Integer({ description: 'Nothing left to pay any more, or reminded meanwhile' }),
  amount: Type.Number({ description: 'Pesos, of those who were reminded' }),
})
export type ReminderBatch = Answer<typeof ReminderBatch>

export const ReminderLine = Type.Object({
  id: Type.Integer(),
  ...tenantFields,
  amount: Money,
  dueDate: nullable(Day),
  leftToPay: Money,
  outcome: nullable(oneOf(REMINDER_OUTCOME_NAMES, { description: 'Null while it waits' })),
  reason: text,
  at: NullableTime,
})
export type ReminderLine = Answer<typeof ReminderLine>
