import { expect, test } from 'vitest'
import { getCounterReference, getGatewayMethodLabel } from '@tahanan/contract/billing/payment.ts'

test('payment channels have names; an unknown code is left out', () => {
  expect(getGatewayMethodLabel('GCSH')).toBe('GCash')
  expect(getGatewayMethodLabel('XYZW')).toBe('')
  expect(getGatewayMethodLabel('7-Eleven')).toBe('7-Eleven')
  expect(getGatewayMethodLabel(null)).toBe('')
})

test('residents see the reference for payment counters, but no id of AQWire', () => {
  expect(getCounterReference(2, 'SB4GK7QX')).toBe('SB4GK7QX')
  expect(getCounterReference(2, null)).toBe('')
  expect(getCounterReference(3, '5f2c9a0e')).toBe('')
})
