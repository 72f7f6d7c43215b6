import { expect, test } from 'vitest'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { readAmount } from './read-amount.ts'

test('amounts are parsed as people write them', () => {
  expect(readAmount(' 1,500.50 ')).toEqual({ amount: 1500.5 })
  expect(readAmount('₱ 20000')).toEqual({ amount: 20_000 })
  expect(readAmount('0')).toEqual({ amount: 0 })
  expect(readAmount('')).toEqual({ amount: LIMITS.money })
})

test.each(['-1', '1e9', 'abc', '1.005', '99999999999', '.5', '1 2'])('%s is refused', (text) => {
  expect(readAmount(text).problem).toBeTruthy()
})
