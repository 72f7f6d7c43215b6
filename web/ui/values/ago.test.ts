import { expect, test } from 'vitest'
import { ago } from './ago.ts'

const now = Date.parse('2026-03-14T09:00:00Z')

test('the past is told in the largest unit that fits', () => {
  expect(ago('2026-03-14T08:59:40Z', now)).toBe('just now')
  expect(ago('2026-03-14T08:59:00Z', now)).toBe('1 minute ago')
  expect(ago('2026-03-14T06:30:00Z', now)).toBe('2 hours ago')
  expect(ago('2026-03-13T09:00:00Z', now)).toBe('1 day ago')
  expect(ago('2026-01-10T09:00:00Z', now)).toBe('2 months ago')
  expect(ago('2024-03-01T09:00:00Z', now)).toBe('2 years ago')
})

test('a clock that goes wrong puts nobody into the future, and no time is no words', () => {
  expect(ago('2026-03-14T09:10:00Z', now)).toBe('just now')
  expect(ago(null, now)).toBe('')
  expect(ago('yesterday', now)).toBe('')
})
