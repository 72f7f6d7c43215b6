import { expect, test } from 'vitest'
import { calculateChange } from './change-result.ts'

test('change is what was tendered above the paid amount, to the centavo', () => {
  expect(calculateChange('1,000', 250.5)).toEqual({ change: 749.5 })
  expect(calculateChange('250.50', 250.5)).toEqual({ change: 0 })
  expect(calculateChange('0.3', 0.1)).toEqual({ change: 0.2 })
  expect(calculateChange(' ', 250.5)).toBeUndefined()
})

test('too little, and what is no amount, is said', () => {
  expect(calculateChange('200', 250.5)).toEqual({ problem: 'This is ₱50.50 less than the paid amount.' })
  expect(calculateChange('many', 250.5)?.problem).toBe('Please input an amount in pesos.')
})
