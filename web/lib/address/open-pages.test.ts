import { expect, test } from 'vitest'
import { getAddressAfterLogin, isOpenPage } from './open-pages.ts'

const at = (address: string) => new URL(address, 'https://portal.test')

test('only the return pages open without a session, and only with path=open', () => {
  expect(isOpenPage(at('/billings/payments/dragonpay/message?txnid=1&path=open'))).toBe(true)
  expect(isOpenPage(at('/billings/payments/aqwire/success?path=open'))).toBe(true)
  expect(isOpenPage(at('/billings/payments/aqwire/cancel/?path=open'))).toBe(true)
  expect(isOpenPage(at('/billings/payments/aqwire/cancel?path=closed'))).toBe(false)
  expect(isOpenPage(at('/billings/payments/aqwire/success'))).toBe(false)
  expect(isOpenPage(at('/billings?path=open'))).toBe(false)
  expect(isOpenPage(at('/admin/payments?path=open'))).toBe(false)
})

test('a login returns to the requested page with its query', () => {
  expect(
    getAddressAfterLogin(at('/billings/payments/dragonpay/message?path=open&txnid=a%26b&status=S')),
  ).toBe('/billings/payments/dragonpay/message?txnid=a%26b&status=S')
})
