import { Type } from 'typebox'
import { Id, nullable, NullableText, oneOf, text, Time, type Answer } from '../answers.ts'
import { MAIL_CHOICES, NOTIFICATION_KINDS, type NotificationChoices } from '../notifications/kinds.ts'
import { CHANNELS, DELIVERY_STATES, MAIL_PURPOSES, type MailPurpose } from './channels-and-states.ts'

/**
 * One mail or push message to one person. `purpose` is set only if no notification caused it, for example for
 * an account mail.
 */
export const Delivery = Type.Object({
  id: Id,
  channel: oneOf(CHANNELS),
  state: oneOf(DELIVERY_STATES),
  kind: oneOf(NOTIFICATION_KINDS),
  title: Type.String({ description: "The kind's name for readers who may not view the page of the news" }),
  purpose: Type.Unsafe<MailPurpose | null>({
    ...nullable(oneOf(MAIL_PURPOSES)),
    description: 'Of a mail that is no news, which cannot be sent again; null: news',
  }),
  reader: Type.Object({
    area: oneOf(['client', 'admin', 'super-admin']),
    id: Id,
    name: text,
    clientCode: NullableText,
  }),
  reason: text,
  tries: Type.Integer(),
  due_at: Time,
  at: Time,
})
export type Delivery = Answer<typeof Delivery>

export const ResendResult = Type.Object({ done: Type.Array(Id), refused: Type.Array(Id) })
export type ResendResult = Answer<typeof ResendResult>

const NotificationKindChoice = Type.Object({ mail: oneOf(MAIL_CHOICES), push: Type.Boolean() })
const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' })

export const DeliveryChoices = Type.Object({
  choices: Type.Unsafe<NotificationChoices>({
    ...Type.Record(text, NotificationKindChoice),
    maxProperties: NOTIFICATION_KINDS.length,
    description: 'By kind of news that the caller gets. Kinds that are not named stay as they are.',
  }),
  quietFrom: ClockTime,
  quietTo: Type.String({ ...ClockTime, description: 'HH:MM; equal to quietFrom: no quiet hours' }),
  showDetails: Type.Boolean({ description: 'Whether a lock screen shows the whole text' }),
  walkInsByPush: Type.Boolean({
    description: "Whether a push message of the gate has 'Let in' and 'Not now', which need no login",
  }),
})
export type DeliveryChoices = Answer<typeof DeliveryChoices>

export const OwnDeliverySettings = Type.Object({
  ...DeliveryChoices.properties,
  sendsMail: Type.Boolean({ description: 'Whether the portal sends mail' }),
  email: text,
  mailRefusedAt: nullable(Time),
})
export type OwnDeliverySettings = Answer<typeof OwnDeliverySettings>

export const PushKey = Type.Object({ key: text })
export type PushKey = Answer<typeof PushKey>

export const MailSubscription = Type.Object({
  label: Type.String({ description: 'Within a sentence: your payments and messages from the PMO' }),
  mailed: Type.Boolean(),
})
export type MailSubscription = Answer<typeof MailSubscription>
