import { expect, test } from 'vitest'
import { wallNow } from '../../../lib/time.ts'
import { dueWords } from './due-date.tsx'

const due = (leftToPay: number, dueDate: string | null, overdue = 0) =>
  dueWords({ leftToPay, dueDate, overdue })

test('a due date is told while something is left to pay, in other words once it is over', () => {
  const today = wallNow().slice(0, 10)
  expect(due(500, '2099-12-15')).toBe('Due 15 December 2099')
  expect(due(500, today)).toMatch(/^Due today, /)
  expect(due(500, '2026-09-15', 500)).toBe('Was due 15 September 2026')
  expect(due(500, '2026-09-15', 300.5)).toBe('₱300.50 overdue since 15 September 2026')
  expect([due(0, null), due(-20, null), due(500, null)]).toEqual(['', '', ''])
})
