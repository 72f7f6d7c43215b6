import { expect, test } from 'vitest'
import { parseReturnParameters } from './return-parameters.ts'

const parseAddress = (address: string) => parseReturnParameters(new URL(address, 'https://portal.test'))

test('a return has its payment, its gateway, and whether it was cancelled', () => {
  expect(parseAddress('/billings/payments/dragonpay/message?path=open&txnid=DP-1&status=S')).toMatchObject({
    method: 'dragonpay',
    cancelled: false,
    key: 'DP-1',
    entries: [
      ['txnid', 'DP-1'],
      ['status', 'S'],
    ],
  })
  expect(
    parseAddress('/billings/payments/aqwire/cancel?path=open&transactionId=T1&referenceId=R1'),
  ).toMatchObject({
    method: 'aqwire',
    cancelled: true,
    key: 'T1',
  })
  expect(parseAddress('/billings/payments/aqwire/success?referenceId=R1').key).toBe('R1')
})

test('a return without a valid name of a payment has no payment', () => {
  expect(parseAddress('/billings/payments/dragonpay/message?path=open&status=S').key).toBeUndefined()
  expect(parseAddress(`/billings/payments/dragonpay/message?txnid=${'x'.repeat(5000)}`).key).toBeUndefined()
})

test('long values are truncated', () => {
  const longQuery = Array.from({ length: 100 }, (_, index) => `p${index}=${'y'.repeat(1000)}`).join('&')
  const { entries } = parseAddress(`/billings/payments/aqwire/success?${longQuery}`)
  expect(entries.length).toBe(20)
  expect(entries.every(([, value]) => value.length <= 200)).toBe(true)
})
