import { expect, test } from 'vitest'
import { formatBalance, pesos } from './money.ts'

test('an amount has the sign, groups and two decimals', () => {
  expect(pesos(12450)).toBe('₱12,450.00')
  expect(pesos(1234567.5)).toBe('₱1,234,567.50')
  expect(pesos(-20)).toBe('-₱20.00')
  expect(pesos(0)).toBe('₱0.00')
})

test('an invalid amount is N/A', () => {
  for (const bad of [Number.NaN, Infinity]) expect(pesos(bad)).toBe('N/A')
})

test('a negative balance is a credit', () => {
  expect(formatBalance(12450)).toBe('₱12,450.00')
  expect(formatBalance(-20)).toBe('Credit ₱20.00')
})
