import { expect, test } from 'vitest'
import type { SearchResult } from '@tahanan/contract/search/answers.ts'
import { groupResults, splitMatches } from './group-results.ts'

const createResult = (kind: SearchResult['kind'], id: number): SearchResult => ({
  kind,
  id,
  title: '',
  text: '',
  date: null,
  link: '/',
})

test("results are grouped by kind, tickets first, in the server's order", () => {
  const groups = groupResults([
    createResult('policy', 1),
    createResult('ticket', 9),
    createResult('tenant', 3),
    createResult('ticket', 4),
  ])
  expect(groups.map(({ kind, rows }) => [kind, rows.map(({ id }) => id)])).toEqual([
    ['ticket', [9, 4]],
    ['tenant', [3]],
    ['policy', [1]],
  ])
})

test('tenants come first if the first result is one', () => {
  expect(
    groupResults([createResult('tenant', 3), createResult('ticket', 9)]).map(({ kind }) => kind),
  ).toEqual(['tenant', 'ticket'])
})

test('words are marked in any order, with and without dashes', () => {
  expect(splitMatches('Reyes, Ana (A-101)', 'a101 reyes')).toEqual(['', 'Reyes', ', Ana (', 'A-101', ')'])
})

test('matches are marked, regardless of case', () => {
  expect(splitMatches('Pool rules for the pool', 'POOL')).toEqual(['', 'Pool', ' rules for the ', 'pool', ''])
  expect(splitMatches('Pool', '')).toEqual(['Pool'])
  expect(splitMatches('A.B', '.')).toEqual(['A', '.', 'B'])
})

test.each([
  ['Peña, José', 'jose pena', ['', 'Peña', ', ', 'José', '']],
  ['D’Arcy (A–101)', "d'arcy a-101", ['', 'D’Arcy', ' (', 'A–101', ')']],
  ['Weiß Æsir', 'weiss ae', ['', 'Weiß', ' ', 'Æ', 'sir']],
  ['Unit A-101', 'unit a101', ['Unit ', 'A-101', '']],
])('matches in %s of %s are marked, regardless of accents and typography', (text, term, expectedParts) => {
  expect(splitMatches(text, term)).toEqual(expectedParts)
})
