import { expect, test } from 'vitest'
import { getBalanceLabel, describeBalance } from './left-to-pay.ts'

const describeParts = (soaAmount: number, receivedSince: number, leftToPay: number) =>
  describeBalance({ soaAmount, receivedSince, leftToPay })

test('the parts of the balance are listed', () => {
  expect(describeParts(1000, 400, 600)).toBe(
    'Statement ₱1,000.00 · Received since ₱400.00 · Left to pay ₱600.00',
  )
  expect(describeParts(1000, 1000, 0)).toBe(
    'Statement ₱1,000.00 · Received since ₱1,000.00 · Left to pay ₱0.00',
  )
  expect(describeParts(1000.1, 0.3, 1250.3)).toBe(
    'Statement ₱1,000.10 · Received since ₱0.30 · Charged since ₱250.50 · Left to pay ₱1,250.30',
  )
  expect(describeParts(1000, 0, 950)).toBe(
    'Statement ₱1,000.00 · Credited since ₱50.00 · Left to pay ₱950.00',
  )
  expect(describeParts(500, -400, 900)).toBe(
    'Statement ₱500.00 · Reversed since ₱400.00 · Left to pay ₱900.00',
  )
})

test('a credit is shown as credit, never as a negative amount', () => {
  expect(describeParts(1000, 1100, -100)).toBe(
    'Statement ₱1,000.00 · Received since ₱1,100.00 · Credit ₱100.00',
  )
  expect(describeParts(-200, 50, -250)).toBe(
    'Statement credit ₱200.00 · Received since ₱50.00 · Credit ₱250.00',
  )
  expect([600, 0, -100].map(getBalanceLabel)).toEqual(['Left to pay', 'Left to pay', 'Credit'])
})

test('without entries since the statement, nothing is listed', () => {
  expect(describeParts(1000, 0, 1000)).toBe('')
})
