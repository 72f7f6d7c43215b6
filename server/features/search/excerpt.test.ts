import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

const long = `${'word '.repeat(60)}the Needle stands here ${'more '.repeat(60)}`

test('a short text stays whole, in one line', () => {
  expect(excerpt('  One\n two  ', 'two')).toBe('One two')
})

test('of a long text the place of the find is shown, cut at words', () => {
  const shown = excerpt(long, 'nEEDLE')
  expect(shown).toMatch(/^… word .*the Needle stands here more .* more …$/)
  expect(shown.length).toBeLessThan(170)
})

test('without a find the beginning is shown', () => {
  expect(excerpt(long, 'absent')).toMatch(/^word .* …$/)
})

test('a word without an end, and half a letter at the cut, do no harm', () => {
  expect(excerpt('x'.repeat(500), 'absent').length).toBeLessThan(160)
  expect(excerpt('😀'.repeat(200), '😀').isWellFormed()).toBe(true)
})
