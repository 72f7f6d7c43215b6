import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { formatPesos, sumAmounts, roundToCentavo } from './money.ts'

test('the sign stands before the peso sign', () => {
  expect([formatPesos(1234.5), formatPesos(-0.5), formatPesos(0)]).toEqual(['₱1,234.50', '-₱0.50', '₱0.00'])
})

test('sums are exact to the centavo', () => {
  expect(sumAmounts([0.1, 0.2, 1_234.35, -0.05])).toBe(1_234.6)
  expect(sumAmounts([])).toBe(0)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e8, max: 1e8 })), (centavoAmounts) => {
      expect(sumAmounts(centavoAmounts.map((n) => n / 100))).toBe(
        centavoAmounts.reduce((sum, n) => sum + n, 0) / 100,
      )
    }),
  )
})

const arbitraryCentavos = fc.integer({ min: -LIMITS.money * 100, max: LIMITS.money * 100 })

test('whole centavos are unchanged', () => {
  fc.assert(
    fc.property(arbitraryCentavos, (n) => {
      expect(roundToCentavo(n / 100)).toBe(n / 100 + 0)
    }),
  )
})

test('the error of an inexact sum is removed', () => {
  const tinyAmounts = fc.constantFrom(1e-7, -1e-7, 1e-9, -1e-9)
  // Larger amounts are not tested, because a number is not precise enough to hold an amount with such a tiny
  // error.
  fc.assert(
    fc.property(fc.integer({ min: -1e8, max: 1e8 }), tinyAmounts, (n, error) => {
      expect(n / 100 + error).not.toBe(n / 100)
      expect(roundToCentavo(n / 100 + error)).toBe(n / 100 + 0)
    }),
  )
})

test('an amount with a third decimal is refused', () => {
  fc.assert(
    fc.property(arbitraryCentavos, fc.integer({ min: 1, max: 9 }), (n, third) => {
      expect(roundToCentavo(n / 100 + third / 1000)).toBeNull()
    }),
  )
})

test('an amount that rounds to zero is 0, never -0', () => {
  for (const amount of [1e-10, -1e-10, -0, Number.MIN_VALUE]) expect(roundToCentavo(amount)).toBe(0)
})
