import type { DbOrTx } from '#platform/db/client.ts'
import type { MailSubscription } from '@tahanan/contract/deliveries/answers.ts'
import {
  getDefaultNotificationChoice,
  isMailMandatory,
  listNotificationKinds,
  NOTIFICATION_LABELS,
  type MailChoice,
  type NotificationArea,
  type NotificationKind,
} from '@tahanan/contract/notifications/kinds.ts'
import type { Reader } from './parse-choices.ts'
import { findChoices, saveChoices } from './repository.ts'

export interface MailSubject {
  readonly reader: Reader
  readonly kinds: readonly NotificationKind[]
}

export const getUnsubscribableKinds = (
  area: NotificationArea,
  kinds: readonly NotificationKind[],
): NotificationKind[] =>
  listNotificationKinds(area).filter((kind) => kinds.includes(kind) && !isMailMandatory(area, kind))

/** Formats kinds as a text, for example 'your payments and messages from the PMO'. */
export function describeKinds(area: NotificationArea, kinds: readonly NotificationKind[]): string {
  const labels = kinds.map((kind) => NOTIFICATION_LABELS[kind][area] ?? '')
  const lowercaseLabels = labels.map((label) => label.charAt(0).toLowerCase() + label.slice(1))
  return LIST_FORMAT.format(lowercaseLabels)
}

/** Created only once, because creating a formatter takes longer than formatting a list. */
const LIST_FORMAT = new Intl.ListFormat('en-GB')

export async function findSubscription(
  db: DbOrTx,
  { reader, kinds }: MailSubject,
): Promise<MailSubscription> {
  const { choices } = await findChoices(db, reader)
  const isMailed = kinds.some((kind) => choices[kind]?.mail !== 'off')
  return { label: describeKinds(reader.area, kinds), mailed: isMailed }
}

/**
 * Turns mails on or off for the account and the kinds of notifications in `subject`. Push messages, other
 * kinds, and mails that are already on stay unchanged.
 */
export async function updateMailSubscription(
  db: DbOrTx,
  subject: MailSubject,
  to: 'on' | 'off',
): Promise<MailSubscription> {
  const { reader, kinds } = subject
  const subscribedChoice: MailChoice = reader.area === 'client' ? 'now' : 'digest'
  const { choices } = await findChoices(db, reader)
  const changedChoices = kinds
    .filter((kind) => (choices[kind]?.mail === 'off') === (to === 'on'))
    .map((kind) => [
      kind,
      {
        ...getDefaultNotificationChoice(reader.area, kind),
        ...choices[kind],
        mail: to === 'on' ? subscribedChoice : to,
      },
    ])
  await saveChoices(db, reader, { choices: Object.fromEntries(changedChoices) })
  return findSubscription(db, subject)
}
