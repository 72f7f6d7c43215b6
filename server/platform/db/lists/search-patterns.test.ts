import { expect, test } from 'vitest'
import { searchPatterns } from './search-patterns.ts'

const found = (indexed: string, checked?: string) => ({
  indexed,
  ...(checked !== undefined && { checked }),
  tenants: checked ?? indexed,
})
test.each([
  ['as it stands', ' Ana REYES ', found('%ana reyes%')],
  ['as it stands', '100%', found('%100\\%%')],
  ['as it stands', 'birthday lunch a_b %', found('%birthday lunch a\\_b \\%%')],
  ['by its running number', 'GP-2026-000123', found('%000123%', '%gp-2026-000123%')],
  ['by its end', 'Divina Erlinda Alasaria', found('%alasaria%', '%divina erlinda alasaria%')],
  // Letters of two UTF-16 units stay whole.
  ['by its end', 'happy birthday 🎂 lunch', found('% 🎂 lunch%', '%happy birthday 🎂 lunch%')],
])('a term is looked up %s in the index, and otherwise checked whole: %s', (_, term, patterns) => {
  expect(searchPatterns(term)).toEqual(patterns)
})

test.each(['a', 'qz', '%', 'a-1', 'ñ ñ', '__'])(
  '%s has no piece that the index knows, and is checked row by row',
  (term) => {
    expect(searchPatterns(term).indexed).toBeUndefined()
    expect(searchPatterns(term).checked).toMatch(/^%.+%$/)
  },
)
