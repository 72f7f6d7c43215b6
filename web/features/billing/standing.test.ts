import { expect, test } from 'vitest'
import { retryAddress, standingOf, standingWords } from './standing.ts'

const payment = (given: Partial<Parameters<typeof standingOf>[0]>) => ({
  type: 2,
  status: 1,
  outsourceStatus: null,
  message: '',
  reservation: null,
  ...given,
})

test.each([
  ['not begun', payment({}), 'Not paid'],
  ['cancelled at Dragon Pay', payment({ status: 5, outsourceStatus: 'V' }), 'Not paid'],
  ['failed at Dragon Pay', payment({ status: 5, outsourceStatus: 'F' }), 'Failed'],
  ['pending at Dragon Pay', payment({ status: 2, outsourceStatus: 'P' }), 'Waiting for Dragon Pay'],
  ['paid at Dragon Pay', payment({ status: 2, outsourceStatus: 'S' }), 'Paid, the office is checking'],
  [
    'failed at AQWire',
    payment({ type: 3, status: 2, outsourceStatus: 'U', message: 'AQWire says FAILED. Reference R1.' }),
    'Failed',
  ],
  [
    'cancelled at AQWire',
    payment({ type: 3, status: 2, outsourceStatus: 'U', message: 'AQWire says CANCELLED.' }),
    'Not paid',
  ],
  [
    'a word of AQWire that nobody knows',
    payment({ type: 3, status: 2, outsourceStatus: 'U', message: 'AQWire says PROCESSING.' }),
    'Waiting for AQWire',
  ],
  ['a slip', payment({ type: 1, status: 2 }), 'Slip sent, the office is checking'],
] as const)('%s: the payment reads %s', (_, given, words) => {
  const standing = standingOf(given)
  expect(standing && standingWords(standing, given)).toBe(words)
})

test('decisions of the office and refunds have their own words', () => {
  for (const status of [3, 4]) expect(standingOf(payment({ status, outsourceStatus: 'S' }))).toBeUndefined()
  expect(standingOf(payment({ status: 2, outsourceStatus: 'R' }))).toBeUndefined()
  expect(standingOf(payment({ type: 1, status: 5 }))).toBeUndefined()
})

test('a failed payment is offered again the same way; a paid one is not', () => {
  expect(retryAddress(payment({}))).toBe('/billings/payments/dragonpay')
  expect(retryAddress(payment({ type: 3, status: 5, outsourceStatus: 'F' }))).toBe(
    '/billings/payments/aqwire',
  )
  expect(retryAddress(payment({ type: 1, status: 5 }))).toBe('/billings/payments/deposit')
  for (const letter of ['S', 'P', 'R'])
    expect(retryAddress(payment({ status: 2, outsourceStatus: letter }))).toBeUndefined()
  expect(retryAddress(payment({ type: 1, status: 2 }))).toBeUndefined()
})
