import { expect, test } from 'vitest'
import { formatAmountDue } from './pay-form.tsx'

test.each([
  [1234.5, '1234.50'],
  [0.01, '0.01'],
  [0, ''],
  [-500, ''],
])('a form to pay begins with what is left of %d: %s', (leftToPay, amount) => {
  expect(formatAmountDue(leftToPay)).toBe(amount)
})
