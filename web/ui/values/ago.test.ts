import { expect, test } from 'vitest'
import { formatTimeAgo } from './ago.ts'

const now = Date.parse('2026-03-14T09:00:00Z')

test('a past time uses the largest unit that fits', () => {
  expect(formatTimeAgo('2026-03-14T08:59:40Z', now)).toBe('just now')
  expect(formatTimeAgo('2026-03-14T08:59:00Z', now)).toBe('1 minute ago')
  expect(formatTimeAgo('2026-03-14T06:30:00Z', now)).toBe('2 hours ago')
  expect(formatTimeAgo('2026-03-13T09:00:00Z', now)).toBe('1 day ago')
  expect(formatTimeAgo('2026-01-10T09:00:00Z', now)).toBe('2 months ago')
  expect(formatTimeAgo('2024-03-01T09:00:00Z', now)).toBe('2 years ago')
})

test("a future time becomes 'just now', and an invalid one is empty", () => {
  expect(formatTimeAgo('2026-03-14T09:10:00Z', now)).toBe('just now')
  expect(formatTimeAgo(null, now)).toBe('')
  expect(formatTimeAgo('yesterday', now)).toBe('')
})
