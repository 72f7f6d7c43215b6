import { expect, test } from 'vitest'
import { toSafeHref, toSafeImage, toSafeImageSet } from './render-rich-text.ts'

test('links are limited to web, mail and telephone', () => {
  expect(toSafeHref('https://example.com/a?b=c')).toBe('https://example.com/a?b=c')
  expect(toSafeHref('mailto:pmo@example.com')).toBe('mailto:pmo@example.com')
  for (const unsafeLink of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    '//evil.test',
    '',
    null,
    7,
  ]) {
    expect(toSafeHref(unsafeLink)).toBeUndefined()
  }
})

test('images are files of the portal or use https', () => {
  expect(toSafeImage('/files/images/a.png')).toBe('/files/images/a.png')
  for (const unsafeImage of [
    '//evil.test/a.png',
    '/\\evil.test/a.png',
    'http://a/b.png',
    'data:image/svg+xml,x',
    undefined,
  ]) {
    expect(toSafeImage(unsafeImage)).toBeUndefined()
  }
})

test("only files of the portal stay among a picture's sizes", () => {
  expect(toSafeImageSet('/files/a?s=1 320w, https://a.test/b.webp 1080w')).toBe(
    '/files/a?s=1 320w, https://a.test/b.webp 1080w',
  )
  expect(toSafeImageSet('//evil.test/a 320w, /files/b 1080w')).toBe('/files/b 1080w')
  for (const unsafeImageSet of ['javascript:alert(1) 1w', 'data:image/svg+xml,x 2w', '/files/a 2x', '', null])
    expect(toSafeImageSet(unsafeImageSet)).toBeUndefined()
})
