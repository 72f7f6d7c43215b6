import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

const MEGA = 1024 * 1024

test.each([
  [0, '1 KB'],
  [61_440, '60 KB'],
  [MEGA - 1, '1,024 KB'],
  [1.4 * MEGA, '1.4 MB'],
  [9.9 * MEGA, '9.9 MB'],
  [293 * MEGA, '293 MB'],
  [999 * MEGA, '999 MB'],
  [1000 * MEGA, '1.0 GB'],
  [79.4 * 1024 * MEGA, '79 GB'],
  [2048 * 1024 * MEGA, '2,048 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
