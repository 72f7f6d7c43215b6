import { expect, test } from 'vitest'
import { getExcerpt } from './get-excerpt.ts'

const longText = `${'word '.repeat(60)}the Needle stands here ${'more '.repeat(60)}`

test('a short text is returned whole on one line', () => {
  expect(getExcerpt('  One\n two  ', 'two')).toBe('One two')
})

test('a long text is cut at words around the match', () => {
  const excerpt = getExcerpt(longText, 'nEEDLE')
  expect(excerpt).toMatch(/^… word .*the Needle stands here more .* more …$/)
  expect(excerpt.length).toBeLessThan(170)
})

test('without a match the beginning is returned', () => {
  expect(getExcerpt(longText, 'absent')).toMatch(/^word .* …$/)
})

test('a very long word and a surrogate pair at the cut are handled', () => {
  expect(getExcerpt('x'.repeat(500), 'absent').length).toBeLessThan(160)
  expect(getExcerpt('😀'.repeat(200), '😀').isWellFormed()).toBe(true)
})

test('a word is found whatever its accents', () => {
  expect(getExcerpt(`ﬁ Ñ ’ ${longText.replace('Needle', 'Ñeedlé’s')}`, 'needles')).toContain(
    'the Ñeedlé’s stands here',
  )
})
