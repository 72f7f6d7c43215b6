import type { Area } from '../limits.ts'

/**
 * Labels of the kinds of notifications that a reader can choose (rules 23.13). Null: this area has no such
 * kind.
 */
export const NEWS = {
  ticket: { client: 'Your requests', admin: 'Requests' },
  payment: { client: 'Your payments', admin: 'Payments' },
  statement: { client: 'Statements of account', admin: null },
  post: { client: 'Announcements and events', admin: 'Comments' },
  memorandum: { client: 'Memorandums', admin: null },
  message: { client: 'Messages from the PMO', admin: 'Messages from residents' },
  reminder: { client: 'Payment reminders', admin: 'Late tickets' },
  security: { client: 'Safety of your account', admin: 'Changes of bank accounts' },
  gate: { client: 'Your visitors at the gate', admin: 'The gate' },
} as const satisfies Record<string, Readonly<Record<NewsArea, string | null>>>

export type NewsArea = Exclude<Area, 'super-admin'>
export type NewsKind = keyof typeof NEWS
export const NEWS_KINDS = Object.keys(NEWS) as NewsKind[]

export const KIND_LABELS: Readonly<Record<NewsKind, string>> = {
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

export const listNewsKinds = (area: NewsArea): NewsKind[] =>
  NEWS_KINDS.filter((kind) => NEWS[kind][area] !== null)

export const MAIL_CHOICES = ['now', 'digest', 'off'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

export interface NewsChoice {
  readonly mail: MailChoice
  readonly push: boolean
}

/** Choices of a reader; only those that differ from the defaults. */
export type NewsChoices = Readonly<Partial<Record<NewsKind, NewsChoice>>>

const MAILED_AT_FIRST: Readonly<Record<NewsArea, readonly NewsKind[]>> = {
  client: ['ticket', 'payment', 'statement', 'message', 'reminder', 'security'],
  admin: ['message', 'reminder'],
}

/** Returns the choice of a reader who has not chosen (rules 23.14). */
export function getDefaultChoice(area: NewsArea, kind: NewsKind): NewsChoice {
  const isMailed = MAILED_AT_FIRST[area].includes(kind)
  return { mail: !isMailed ? 'off' : area === 'client' ? 'now' : 'digest', push: area === 'client' }
}

/** Whether a mail cannot be turned off: residents always get mails of these kinds (rules 23.14). */
export const isMailFixed = (area: NewsArea, kind: NewsKind): boolean =>
  area === 'client' && (kind === 'reminder' || kind === 'security')

export function getChoice(area: NewsArea, kind: NewsKind, choices: NewsChoices): NewsChoice {
  const choice = choices[kind] ?? getDefaultChoice(area, kind)
  return choice.mail === 'off' && isMailFixed(area, kind) ? { ...choice, mail: 'now' } : choice
}

export const DIGEST_TIME = '18:00'
export const QUIET_AT_FIRST = { from: '21:00', to: '07:00' } as const

/** Text of a mail, only if it differs from the notification's title and message. */
export interface MailText {
  readonly subject?: string
  readonly paragraphs: readonly string[]
  readonly facts?: readonly (readonly [string, string])[]
  readonly action?: string
}
