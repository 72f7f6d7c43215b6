import type { Area } from '../limits.ts'

/**
 * Labels of the kinds of notifications that a person can turn on and off (rules 23.13). Null: the area has no
 * such kind.
 */
export const NOTIFICATION_LABELS = {
  ticket: { client: 'Your requests', admin: 'Requests' },
  payment: { client: 'Your payments', admin: 'Payments' },
  statement: { client: 'Statements of account', admin: null },
  post: { client: 'Announcements and events', admin: 'Comments' },
  memorandum: { client: 'Memorandums', admin: null },
  message: { client: 'Messages from the PMO', admin: 'Messages from residents' },
  reminder: { client: 'Payment reminders', admin: 'Late tickets' },
  security: { client: 'Safety of your account', admin: 'Changes of bank accounts' },
  gate: { client: 'Your visitors at the gate', admin: 'The gate' },
} as const satisfies Record<string, Readonly<Record<NotificationArea, string | null>>>

export type NotificationArea = Exclude<Area, 'super-admin'>
export type NotificationKind = keyof typeof NOTIFICATION_LABELS
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_LABELS) as NotificationKind[]

export const NOTIFICATION_KIND_LABELS: Readonly<Record<NotificationKind, string>> = {
  ticket: 'Requests',
  payment: 'Payments',
  statement: 'Statements of account',
  post: 'Announcements and comments',
  memorandum: 'Memorandums',
  message: 'Messages',
  reminder: 'Reminders',
  security: 'Safety of accounts',
  gate: 'The gate',
}

export const listNotificationKinds = (area: NotificationArea): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => NOTIFICATION_LABELS[kind][area] !== null)

export const MAIL_CHOICES = ['now', 'digest', 'off'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

export interface NotificationChoice {
  readonly mail: MailChoice
  readonly push: boolean
}

/** A person's mail and push choices by kind. Contains only choices that differ from the defaults. */
export type NotificationChoices = Readonly<Partial<Record<NotificationKind, NotificationChoice>>>

const DEFAULT_MAIL_KINDS: Readonly<Record<NotificationArea, readonly NotificationKind[]>> = {
  client: ['ticket', 'payment', 'statement', 'message', 'reminder', 'security'],
  admin: ['message', 'reminder'],
}

/** Returns the default for a person who has not chosen how to receive this kind (rules 23.14). */
export function getDefaultNotificationChoice(
  area: NotificationArea,
  kind: NotificationKind,
): NotificationChoice {
  const isMailed = DEFAULT_MAIL_KINDS[area].includes(kind)
  return { mail: !isMailed ? 'off' : area === 'client' ? 'now' : 'digest', push: area === 'client' }
}

/** Whether a mail cannot be turned off: residents always get mails of these kinds (rules 23.14). */
export const isMailMandatory = (area: NotificationArea, kind: NotificationKind): boolean =>
  area === 'client' && (kind === 'reminder' || kind === 'security')

export function getNotificationChoice(
  area: NotificationArea,
  kind: NotificationKind,
  choices: NotificationChoices,
): NotificationChoice {
  const choice = choices[kind] ?? getDefaultNotificationChoice(area, kind)
  return choice.mail === 'off' && isMailMandatory(area, kind) ? { ...choice, mail: 'now' } : choice
}

export const DAILY_DIGEST_TIME = '18:00'
export const DEFAULT_QUIET_HOURS = { from: '21:00', to: '07:00' } as const

/** Text of a mail, only if it differs from the notification's title and message. */
export interface MailText {
  readonly subject?: string
  readonly paragraphs: readonly string[]
  readonly facts?: readonly (readonly [string, string])[]
  readonly action?: string
}
