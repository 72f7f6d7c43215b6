import { expect, test } from 'vitest'
import { formatAgo } from './ago.ts'

const now = Date.parse('2026-03-14T09:00:00Z')

test('a past time uses the largest unit that fits', () => {
  expect(formatAgo('2026-03-14T08:59:40Z', now)).toBe('just now')
  expect(formatAgo('2026-03-14T08:59:00Z', now)).toBe('1 minute ago')
  expect(formatAgo('2026-03-14T06:30:00Z', now)).toBe('2 hours ago')
  expect(formatAgo('2026-03-13T09:00:00Z', now)).toBe('1 day ago')
  expect(formatAgo('2026-01-10T09:00:00Z', now)).toBe('2 months ago')
  expect(formatAgo('2024-03-01T09:00:00Z', now)).toBe('2 years ago')
})

test("a future time becomes 'just now', and an invalid one is empty", () => {
  expect(formatAgo('2026-03-14T09:10:00Z', now)).toBe('just now')
  expect(formatAgo(null, now)).toBe('')
  expect(formatAgo('yesterday', now)).toBe('')
})
