import { expect, test } from 'vitest'
import { formatWrittenDate } from './date-order-dialog.tsx'

test('a date is written out in both orders', () => {
  expect(formatWrittenDate('03/04/2026', 'DMY')).toBe('3 April 2026')
  expect(formatWrittenDate('03/04/2026 00:00', 'MDY')).toBe('4 March 2026')
  expect(formatWrittenDate('13/14/2026', 'DMY')).toBeUndefined()
  expect(formatWrittenDate('soon', 'DMY')).toBeUndefined()
})
