import { expect, test } from 'vitest'
import { parseOutsideAddress } from './outside-link.tsx'

test('only http and https links are accepted', () => {
  expect(parseOutsideAddress('https://kape.example/menu')?.host).toBe('kape.example')
  expect(parseOutsideAddress('HTTP://kape.example')?.href).toBe('http://kape.example/')
  const unsafeLinks = 'javascript:alert(1) data:text/html,x blob:x /admin //evil.example kape.example'.split(
    ' ',
  )
  for (const href of [...unsafeLinks, ' java\nscript:alert(1)', '', null, undefined]) {
    expect(parseOutsideAddress(href)).toBeUndefined()
  }
})
