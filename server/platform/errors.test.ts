import { expect, test } from 'vitest'
import { createTooManyRequestsError } from './errors.ts'

test.each([
  [0, 'in 1 minute', 1],
  [60, 'in 1 minute', 60],
  [61, 'in 2 minutes', 61],
  [90 * 60, 'in 90 minutes', 5400],
  [91 * 60, 'in 2 hours', 5460],
  [11.5 * 3600, 'in 12 hours', 41_400],
  [12 * 3600 + 1, 'tomorrow', 43_201],
  [1438 * 60, 'tomorrow', 86_280],
])('the refusal of a limit that ends in %d seconds says %s', (seconds, waitText, retryAfter) => {
  expect(createTooManyRequestsError(seconds)).toMatchObject({
    status: 429,
    message: `Too many attempts. Please try again ${waitText}.`,
    retryAfter,
  })
})
