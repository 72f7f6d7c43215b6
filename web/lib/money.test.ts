import { expect, test } from 'vitest'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { formatBalance, formatPesos, parseAmount } from './money.ts'

test('an amount has the sign, groups and two decimals', () => {
  expect(formatPesos(12450)).toBe('₱12,450.00')
  expect(formatPesos(1234567.5)).toBe('₱1,234,567.50')
  expect(formatPesos(-20)).toBe('-₱20.00')
  expect(formatPesos(0)).toBe('₱0.00')
})

test('an invalid amount is N/A', () => {
  for (const invalidAmount of [Number.NaN, Infinity]) expect(formatPesos(invalidAmount)).toBe('N/A')
})

test('a negative balance is a credit', () => {
  expect(formatBalance(12450)).toBe('₱12,450.00')
  expect(formatBalance(-20)).toBe('Credit ₱20.00')
})

test('amounts are parsed as people write them', () => {
  expect(parseAmount(' 1,500.50 ')).toEqual({ amount: 1500.5 })
  expect(parseAmount('1,234,567.89')).toEqual({ amount: 1_234_567.89 })
  expect(parseAmount('₱ 20000')).toEqual({ amount: 20_000 })
  expect(parseAmount('0')).toEqual({ amount: 0 })
  expect(parseAmount('')).toEqual({ amount: LIMITS.money })
})

test.each(['-1', '1e9', 'abc', '1.005', '99999999999', '.5', '1 2'])('%s is refused', (text) => {
  expect(parseAmount(text).problem).toBeTruthy()
})
