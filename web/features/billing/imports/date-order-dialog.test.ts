import { expect, test } from 'vitest'
import { readDate } from './date-order-dialog.tsx'

test('a date is written out in both orders', () => {
  expect(readDate('03/04/2026', 'DMY')).toBe('3 April 2026')
  expect(readDate('03/04/2026 00:00', 'MDY')).toBe('4 March 2026')
  expect(readDate('13/14/2026', 'DMY')).toBeUndefined()
  expect(readDate('soon', 'DMY')).toBeUndefined()
})
