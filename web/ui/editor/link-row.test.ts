import { expect, test } from 'vitest'
import { isSafeLink } from '@tahanan/contract/rich-text.ts'
import { linkAddress } from './link-row.tsx'

test('an address without a scheme becomes a web page or an e-mail link', () => {
  expect(linkAddress(' example.com/notice ')).toBe('https://example.com/notice')
  expect(linkAddress('pmo@example.com')).toBe('mailto:pmo@example.com')
  expect(linkAddress('tel:+63281234567')).toBe('tel:+63281234567')
})

test('unsafe links stay unsafe', () => {
  expect(isSafeLink(linkAddress('javascript:alert(1)'))).toBe(false)
  expect(isSafeLink(linkAddress('two words'))).toBe(false)
})
