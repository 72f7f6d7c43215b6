import { formatCount } from '#lib/format-number.ts'
import type { ReminderBatch } from '@tahanan/contract/billing/reminder-answers.ts'
import { REMINDERS } from '@tahanan/contract/billing/reminders.ts'

export function describeReminderKind({ kind, days }: Pick<ReminderBatch, 'kind' | 'days'>): string {
  const { label } = REMINDERS[kind]
  if (kind === 'on') return label
  const count = formatCount(days, 'day', 'days')
  return kind === 'before' ? `${label}, within ${count}` : `${label}, ${count} or more`
}

export function describeReminderOutcomes({ waiting, sent, noMail, failed, leftOut }: ReminderBatch): string {
  const countedOutcomes: readonly [count: number, words: string][] = [
    [waiting, 'waiting'],
    [sent, 'sent'],
    [noMail, 'in the portal only'],
    [failed, 'failed'],
    [leftOut, 'left out'],
  ]
  return countedOutcomes
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count.toLocaleString('en')} ${outcome}`)
    .join(', ')
}
