import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

const BYTES_PER_MEGABYTE = 1024 * 1024

test.each([
  [0, '1 KB'],
  [61_440, '60 KB'],
  [BYTES_PER_MEGABYTE - 1, '1,024 KB'],
  [1.4 * BYTES_PER_MEGABYTE, '1.4 MB'],
  [9.9 * BYTES_PER_MEGABYTE, '9.9 MB'],
  [293 * BYTES_PER_MEGABYTE, '293 MB'],
  [999 * BYTES_PER_MEGABYTE, '999 MB'],
  [1000 * BYTES_PER_MEGABYTE, '1.0 GB'],
  [79.4 * 1024 * BYTES_PER_MEGABYTE, '79 GB'],
  [2048 * 1024 * BYTES_PER_MEGABYTE, '2,048 GB'],
])('%i bytes are %s', (bytes, expectedText) => {
  expect(formatBytes(bytes)).toBe(expectedText)
})
