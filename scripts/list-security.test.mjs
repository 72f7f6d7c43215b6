import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countStates, loadAsvs, loadAttacks, getTests } from './list-security.mjs'
import { ROOT } from './prepare/places.mjs'

const STATES = ['met', 'partly', 'not met', 'does not apply']

function listTitles(source) {
  const titleMatches = source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g)
  return [...titleMatches].map(([, , title]) => title.replaceAll(/\\(.)/g, '$1'))
}

function listMissingTests(entry) {
  return getTests(entry).flatMap(({ file, names }) => {
    const path = join(ROOT, file)
    if (!existsSync(path)) return [`${entry.id}: ${file}`]
    if (names.length === 0) return []
    const titles = listTitles(readFileSync(path, 'utf8'))
    return names.filter((name) => !titles.includes(name)).map((name) => `${entry.id}: ${file}: ${name}`)
  })
}

test('every test that a requirement of ASVS names exists', () => {
  expect(Object.values(loadAsvs()).flat().flatMap(listMissingTests)).toEqual([])
})

test('every attack is shown by tests, and each of them exists', () => {
  const attacks = loadAttacks()
  expect(attacks.map(({ id }) => id)).toEqual(attacks.map((_, index) => index + 1))
  expect(attacks.filter((attack) => getTests(attack).length === 0)).toEqual([])
  expect(attacks.flatMap(listMissingTests)).toEqual([])
})

test('every requirement has one entry, with a level, a state and a reason', () => {
  const chapters = loadAsvs()
  const entries = Object.values(chapters).flat()
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  for (const { id, level, asks, state, how } of entries) {
    expect([1, 2, '1 and 2'], id).toContain(level)
    expect(STATES, id).toContain(state)
    expect(asks, id).toBeTruthy()
    expect(how, id).toBeTruthy()
  }
  // The security standard ASVS 5.0 has 253 requirements of levels 1 and 2.
  expect(Object.values(countStates(chapters)).reduce((sum, count) => sum + count)).toBe(253)
})

test('a file and a name that are not there are seen', () => {
  const file = 'scripts/list-security.test.mjs'
  const tests = [
    'scripts/nowhere.test.mjs',
    { [file]: ['a file and a name that are not there are seen', 'no such name'] },
  ]
  expect(listMissingTests({ id: 0, tests })).toEqual([
    '0: scripts/nowhere.test.mjs',
    `0: ${file}: no such name`,
  ])
})
