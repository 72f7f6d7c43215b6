import { expect, test } from 'vitest'
import { pesos, sumOf } from './money.ts'

test('amounts have their sign before the peso', () => {
  expect([pesos(1234.5), pesos(-0.5), pesos(0)]).toEqual(['₱1,234.50', '-₱0.50', '₱0.00'])
})

test('sums are exact to the centavo', () => {
  expect(sumOf([0.1, 0.2, 1_234.35, -0.05])).toBe(1_234.6)
  expect(sumOf([])).toBe(0)
})
