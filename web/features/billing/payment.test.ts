import { expect, test } from 'vitest'
import { counterReference, gatewayMethodLabel } from '@tahanan/contract/billing/payment.ts'

test('payment channels have names; an unknown code is left out', () => {
  expect(gatewayMethodLabel('GCSH')).toBe('GCash')
  expect(gatewayMethodLabel('XYZW')).toBe('')
  expect(gatewayMethodLabel('7-Eleven')).toBe('7-Eleven')
  expect(gatewayMethodLabel(null)).toBe('')
})

test('residents see the reference for payment counters, but no id of AQWire', () => {
  expect(counterReference(2, 'SB4GK7QX')).toBe('SB4GK7QX')
  expect(counterReference(2, null)).toBe('')
  expect(counterReference(3, '5f2c9a0e')).toBe('')
})
