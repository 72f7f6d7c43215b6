import { Type } from 'typebox'
import { Id, nullable, NullableText, oneOf, text, Time, type Answer } from '../answers.ts'
import { MAIL_CHOICES, NEWS_KINDS, type NewsChoices } from '../notifications/kinds.ts'
import { CHANNELS, DELIVERY_STATES, MAIL_PURPOSES, type MailPurpose } from './states.ts'

/** One mail or push message to one reader. `purpose` is set only if it was not sent for a notification. */
export const Delivery = Type.Object({
  id: Id,
  channel: oneOf(CHANNELS),
  state: oneOf(DELIVERY_STATES),
  kind: oneOf(NEWS_KINDS),
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

export const Resent = Type.Object({ done: Type.Array(Id), refused: Type.Array(Id) })
export type Resent = Answer<typeof Resent>

const Choice = Type.Object({ mail: oneOf(MAIL_CHOICES), push: Type.Boolean() })
const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' })

export const DeliveryChoices = Type.Object({
  choices: Type.Unsafe<NewsChoices>({
    ...Type.Record(text, Choice),
    maxProperties: NEWS_KINDS.length,
    description: 'By kind of news that the caller gets. Kinds that are not named stay as they are.',
  }),
  quietFrom: Clock,
  quietTo: Type.String({ ...Clock, description: 'HH:MM; equal to quietFrom: no quiet hours' }),
  showDetails: Type.Boolean({ description: 'Whether a lock screen shows the whole text' }),
  walkInsByPush: Type.Boolean({
    description: "Whether a push message of the gate has 'Let in' and 'Not now', which need no login",
  }),
})
export type DeliveryChoices = Answer<typeof DeliveryChoices>

export const OwnDeliveries = Type.Object({
  ...DeliveryChoices.properties,
  sendsMail: Type.Boolean({ description: 'Whether the portal sends mail' }),
  email: text,
  mailRefusedAt: nullable(Time),
})
export type OwnDeliveries = Answer<typeof OwnDeliveries>

export const PushKey = Type.Object({ key: text })
export type PushKey = Answer<typeof PushKey>

export const Subscription = Type.Object({
  label: Type.String({ description: 'Within a sentence: your payments and messages from the PMO' }),
  mailed: Type.Boolean(),
})
export type Subscription = Answer<typeof Subscription>
