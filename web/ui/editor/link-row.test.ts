import { expect, test } from 'vitest'
import { isSafeLink } from '@tahanan/contract/rich-text.ts'
import { completeLink } from './link-row.tsx'

test('an address without a scheme becomes a web page or an e-mail link', () => {
  expect(completeLink(' example.com/notice ')).toBe('https://example.com/notice')
  expect(completeLink('pmo@example.com')).toBe('mailto:pmo@example.com')
  expect(completeLink('tel:+63281234567')).toBe('tel:+63281234567')
})

test('unsafe links stay unsafe', () => {
  expect(isSafeLink(completeLink('javascript:alert(1)'))).toBe(false)
  expect(isSafeLink(completeLink('two words'))).toBe(false)
})
