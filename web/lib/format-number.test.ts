import { expect, test } from 'vitest'
import { formatCount, formatDuration } from './format-number.ts'

test.each([
  [0, '1 s'],
  [1400, '1 s'],
  [89_499, '89 s'],
  [90_000, '2 min'],
  [150_000, '3 min'],
])('%d ms remain as %s', (ms, expectedText) => expect(formatDuration(ms)).toBe(expectedText))

test('a count has its noun', () => {
  expect([0, 1, 5000].map((count) => formatCount(count, 'PDF', 'PDFs'))).toEqual([
    '0 PDFs',
    '1 PDF',
    '5,000 PDFs',
  ])
})
