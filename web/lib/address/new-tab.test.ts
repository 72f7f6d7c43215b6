import { afterEach, expect, test, vi } from 'vitest'
import { followable } from './new-tab.ts'

afterEach(() => vi.unstubAllGlobals())

test('a browser is sent to https and to our own pages, and nowhere else', () => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:3000/billings'))
  expect(followable('https://gw.dragonpay.ph/Pay.aspx?x=1')).toBe('https://gw.dragonpay.ph/Pay.aspx?x=1')
  expect(followable('/api/sandbox/dragonpay/ABC')).toBe('http://127.0.0.1:3000/api/sandbox/dragonpay/ABC')
  const others = 'javascript:alert(1) data:text/html,x http://evil.test/ //evil.test/ ftp://a.test'.split(' ')
  for (const address of [...others, '', null, undefined]) expect(followable(address)).toBeUndefined()
})
