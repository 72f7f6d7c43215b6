import { expect, test } from 'vitest'
import { searchPatterns } from './search-patterns.ts'

test('a term is looked up in the index as it stands', () => {
  expect(searchPatterns(' Ana REYES ')).toEqual({
    indexed: '%ana reyes%',
    tenants: '%ana reyes%',
  })
  expect(searchPatterns('100%')).toEqual({
    indexed: '%100\\%%',
    tenants: '%100\\%%',
  })
})

test('a ticket number is looked up by its running number and checked whole', () => {
  expect(searchPatterns('GP-2026-000123')).toMatchObject({ indexed: '%000123%', checked: '%gp-2026-000123%' })
})

test('a long term is looked up by its end and checked whole, without cutting a letter in two', () => {
  expect(searchPatterns('Divina Erlinda Alasaria')).toMatchObject({
    indexed: '%alasaria%',
    checked: '%divina erlinda alasaria%',
  })
  expect(searchPatterns('happy birthday 🎂 lunch')).toMatchObject({
    indexed: '% 🎂 lunch%',
    checked: '%happy birthday 🎂 lunch%',
  })
  expect(searchPatterns('birthday lunch a_b %')).toEqual({
    indexed: '%birthday lunch a\\_b \\%%',
    tenants: '%birthday lunch a\\_b \\%%',
  })
})

test.each(['a', 'qz', '%', 'a-1', 'ñ ñ', '__'])(
  '%s has no piece that the index knows, and is checked row by row',
  (term) => {
    expect(searchPatterns(term).indexed).toBeUndefined()
    expect(searchPatterns(term).checked).toMatch(/^%.+%$/)
  },
)
