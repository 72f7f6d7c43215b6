import { expect, test } from 'vitest'
import { isSafeLink } from '@tahanan/contract/rich-text.ts'
import { normalizeLink } from './link-row.tsx'

test('an address without a scheme becomes a web page or an e-mail link', () => {
  expect(normalizeLink(' example.com/notice ')).toBe('https://example.com/notice')
  expect(normalizeLink('pmo@example.com')).toBe('mailto:pmo@example.com')
  expect(normalizeLink('tel:+63281234567')).toBe('tel:+63281234567')
})

test('unsafe links stay unsafe', () => {
  expect(isSafeLink(normalizeLink('javascript:alert(1)'))).toBe(false)
  expect(isSafeLink(normalizeLink('two words'))).toBe(false)
})
