import { expect, test } from 'vitest'
import { behindLogin, isOpenPage } from './open-pages.ts'

const at = (address: string) => new URL(address, 'https://portal.test')

test('the return pages open without a session when the address says path=open, and nothing else does', () => {
  expect(isOpenPage(at('/billings/payments/dragonpay/message?txnid=1&path=open'))).toBe(true)
  expect(isOpenPage(at('/billings/payments/aqwire/success?path=open'))).toBe(true)
  expect(isOpenPage(at('/billings/payments/aqwire/cancel/?path=open'))).toBe(true)
  expect(isOpenPage(at('/billings/payments/aqwire/cancel?path=closed'))).toBe(false)
  expect(isOpenPage(at('/billings/payments/aqwire/success'))).toBe(false)
  expect(isOpenPage(at('/billings?path=open'))).toBe(false)
  expect(isOpenPage(at('/admin/payments?path=open'))).toBe(false)
})

test('logging in leads back to what came, which is then sent', () => {
  expect(behindLogin(at('/billings/payments/dragonpay/message?path=open&txnid=a%26b&status=S'))).toBe(
    '/billings/payments/dragonpay/message?txnid=a%26b&status=S',
  )
})
