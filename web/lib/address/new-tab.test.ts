import { expect, test, vi } from 'vitest'
import { openTab, toSafeAddress } from './new-tab.ts'

test("only https and the portal's own pages are safe", () => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:3000/billings'))
  expect(toSafeAddress('https://gw.dragonpay.ph/Pay.aspx?x=1')).toBe('https://gw.dragonpay.ph/Pay.aspx?x=1')
  expect(toSafeAddress('/api/sandbox/dragonpay/ABC')).toBe('http://127.0.0.1:3000/api/sandbox/dragonpay/ABC')
  const unsafeAddresses =
    'javascript:alert(1) data:text/html,x http://evil.test/ //evil.test/ ftp://a.test'.split(' ')
  for (const address of [...unsafeAddresses, '', null, undefined])
    expect(toSafeAddress(address)).toBeUndefined()
})

test('offline no tab opens, and an address of a later answer opens in this one', () => {
  const openWindow = vi.fn(() => null)
  const assignMock = vi.fn()
  vi.stubGlobal('window', { open: openWindow })
  vi.stubGlobal('location', { assign: assignMock })
  vi.stubGlobal('navigator', { onLine: false })
  openTab('Dragon Pay').loadUrl('https://gw.dragonpay.ph/')
  expect(openWindow).not.toHaveBeenCalled()
  expect(assignMock).toHaveBeenCalledWith('https://gw.dragonpay.ph/')
  vi.stubGlobal('navigator', { onLine: true })
  openTab('Dragon Pay')
  expect(openWindow).toHaveBeenCalled()
})
