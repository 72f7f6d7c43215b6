import { expect, test } from 'vitest'
import { daysFromToday } from './due-day.ts'

const now = '2026-03-12 23:59:00'

test.each([
  ['2026-03-12 00:00:00', 'today'],
  ['2026-03-13 00:00:00', 'tomorrow'],
  ['2026-03-20 08:00:00', 'in 8 days'],
  ['2026-03-11 23:00:00', 'yesterday'],
  ['2026-02-28 00:00:00', '12 days ago'],
])('%s is %s', (day, words) => expect(daysFromToday(day, now)).toBe(words))
