import { expect, test } from 'vitest'
import { describeResult } from './run-import.ts'

test('the result of an import is in numbers, with a hint to the reasons', () => {
  expect(describeResult({ saved: 3000, refused: 0, skipped: 0 }, 0)).toBe(
    '3,000 rows saved, 0 refused, 0 skipped.',
  )
  expect(describeResult({ saved: 1, refused: 2, skipped: 1 }, 1)).toBe(
    '1 row saved, 2 refused, 1 skipped. 1 PDF was left out. The record of imports gives the reason of each.',
  )
})
