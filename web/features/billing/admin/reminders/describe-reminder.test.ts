import { expect, test } from 'vitest'
import type { ReminderBatch } from '@tahanan/contract/billing/reminder-answers.ts'
import { describeReminderKind, describeReminderOutcomes } from './describe-reminder.ts'

test.each([
  ['before', 7, 'Due soon, within 7 days'],
  ['on', 0, 'Due today'],
  ['after', 1, 'Overdue, 1 day or more'],
] as const)('a batch of the kind %s and %d days is %s', (kind, days, expectedText) => {
  expect(describeReminderKind({ kind, days })).toBe(expectedText)
})

test('a batch counts its outcomes, without those that did not happen', () => {
  const batch = { waiting: 0, sent: 1200, noMail: 3, failed: 1, leftOut: 0 } as ReminderBatch
  expect(describeReminderOutcomes(batch)).toBe('1,200 sent, 3 in the portal only, 1 failed')
  expect(describeReminderOutcomes({ ...batch, sent: 0, noMail: 0, failed: 0, waiting: 2, leftOut: 4 })).toBe(
    '2 waiting, 4 left out',
  )
})
