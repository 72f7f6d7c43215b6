import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

const long = `${'word '.repeat(60)}the Needle stands here ${'more '.repeat(60)}`

test('a short text is returned whole on one line', () => {
  expect(excerpt('  One\n two  ', 'two')).toBe('One two')
})

test('a long text is cut at words around the match', () => {
  const shown = excerpt(long, 'nEEDLE')
  expect(shown).toMatch(/^… word .*the Needle stands here more .* more …$/)
  expect(shown.length).toBeLessThan(170)
})

test('without a match the beginning is returned', () => {
  expect(excerpt(long, 'absent')).toMatch(/^word .* …$/)
})

test('a very long word and a surrogate pair at the cut are handled', () => {
  expect(excerpt('x'.repeat(500), 'absent').length).toBeLessThan(160)
  expect(excerpt('😀'.repeat(200), '😀').isWellFormed()).toBe(true)
})

test('a word is found whatever its accents', () => {
  expect(excerpt(`ﬁ Ñ ’ ${long.replace('Needle', 'Ñeedlé’s')}`, 'needles')).toContain(
    'the Ñeedlé’s stands here',
  )
})
