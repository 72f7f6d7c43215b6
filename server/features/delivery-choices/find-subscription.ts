import type { DbOrTx } from '#platform/db/client.ts'
import type { Subscription } from '@tahanan/contract/deliveries/answers.ts'
import {
  getDefaultChoice,
  isMailFixed,
  listNewsKinds,
  NEWS,
  type MailChoice,
  type NewsArea,
  type NewsKind,
} from '@tahanan/contract/notifications/kinds.ts'
import type { Reader } from './parse-choices.ts'
import { findChoices, saveChoices } from './repository.ts'

export interface MailSubject {
  readonly reader: Reader
  readonly kinds: readonly NewsKind[]
}

export const getUnsubscribableKinds = (area: NewsArea, kinds: readonly NewsKind[]): NewsKind[] =>
  listNewsKinds(area).filter((kind) => kinds.includes(kind) && !isMailFixed(area, kind))

/** Formats kinds as a text, for example 'your payments and messages from the PMO'. */
export function describeKinds(area: NewsArea, kinds: readonly NewsKind[]): string {
  const labels = kinds.map((kind) => NEWS[kind][area] ?? '')
  const lowered = labels.map((label) => label.charAt(0).toLowerCase() + label.slice(1))
  return LIST.format(lowered)
}

/** A constant, because creating a formatter takes longer than formatting a list. */
const LIST = new Intl.ListFormat('en-GB')

export async function findSubscription(db: DbOrTx, { reader, kinds }: MailSubject): Promise<Subscription> {
  const { choices } = await findChoices(db, reader)
  const mailed = kinds.some((kind) => choices[kind]?.mail !== 'off')
  return { label: describeKinds(reader.area, kinds), mailed }
}

/**
 * Turns the mails of the subject's kinds on or off. Push messages, other kinds, and mails that are already on
 * stay unchanged.
 */
export async function switchMail(db: DbOrTx, subject: MailSubject, to: 'on' | 'off'): Promise<Subscription> {
  const { reader, kinds } = subject
  const on: MailChoice = reader.area === 'client' ? 'now' : 'digest'
  const { choices } = await findChoices(db, reader)
  const changed = kinds
    .filter((kind) => (choices[kind]?.mail === 'off') === (to === 'on'))
    .map((kind) => [
      kind,
      { ...getDefaultChoice(reader.area, kind), ...choices[kind], mail: to === 'on' ? on : to },
    ])
  await saveChoices(db, reader, { choices: Object.fromEntries(changed) })
  return findSubscription(db, subject)
}
