import { expect, test } from 'vitest'
import { getCommunityTimeNow } from '#lib/time.ts'
import { describeDueDate, describeOverdue } from './due-date.tsx'

const describeDueAndOverdue = (dueDate: string | null, dueNext: string | null, overdue = 0) => [
  describeOverdue({ dueDate, dueNext, overdue }),
  describeDueDate({ dueDate, dueNext, overdue }),
]

test('the overdue amount and the next due date are shown separately', () => {
  const today = getCommunityTimeNow().slice(0, 10)
  expect(describeDueAndOverdue('2099-12-15', '2099-12-15')).toEqual(['', 'Due by 15 December 2099'])
  expect(describeDueAndOverdue(today, today)).toEqual(['', expect.stringMatching(/^Due today, /)])
  expect(describeDueAndOverdue('2026-09-15', null, 500)).toEqual([
    'Overdue ₱500.00 since 15 September 2026',
    '',
  ])
  expect(describeDueAndOverdue('2026-09-15', '2099-12-15', 300.5)).toEqual([
    'Overdue ₱300.50 since 15 September 2026',
    'Due by 15 December 2099',
  ])
  expect(describeDueAndOverdue(null, null)).toEqual(['', ''])
})
