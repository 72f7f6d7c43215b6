import { expect, test } from 'vitest'
import { getAddressAfterLogin, isPublicPage } from './public-pages.ts'

const toPortalUrl = (address: string) => new URL(address, 'https://portal.test')

test('only the return pages open without a session, and only with path=open', () => {
  expect(isPublicPage(toPortalUrl('/billings/payments/dragonpay/message?txnid=1&path=open'))).toBe(true)
  expect(isPublicPage(toPortalUrl('/billings/payments/aqwire/success?path=open'))).toBe(true)
  expect(isPublicPage(toPortalUrl('/billings/payments/aqwire/cancel/?path=open'))).toBe(true)
  expect(isPublicPage(toPortalUrl('/billings/payments/aqwire/cancel?path=closed'))).toBe(false)
  expect(isPublicPage(toPortalUrl('/billings/payments/aqwire/success'))).toBe(false)
  expect(isPublicPage(toPortalUrl('/billings?path=open'))).toBe(false)
  expect(isPublicPage(toPortalUrl('/admin/payments?path=open'))).toBe(false)
})

test('a login returns to the requested page with its query', () => {
  expect(
    getAddressAfterLogin(toPortalUrl('/billings/payments/dragonpay/message?path=open&txnid=a%26b&status=S')),
  ).toBe('/billings/payments/dragonpay/message?txnid=a%26b&status=S')
})
