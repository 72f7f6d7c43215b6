import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparable, comparablePlate, createIsBarred } from './is-barred.ts'

const isOn = (list: readonly string[], name: string) => createIsBarred(list.map(comparable))([name])

test.each([
  ['Juan Cruz', 'Juan Dela Cruz Jr.', true],
  ['Juan Cruz', 'CRUZ, Juán', true],
  ['Juan Cruz', 'Juana Cruz', false],
  ['Juan Dela Cruz', 'Juan Cruz', false],
  ['Boy', 'boy', true],
  ['Boy', 'Boy Santos', false],
  ['Boy Boy', 'Boy Santos', false],
  ['Boy Boy', 'Boy, Boy', true],
])('the entry %s and the name %s', (entry, name, isBarred) => {
  expect(isOn(['Pedro Penduko', entry, 'Ana'], name)).toBe(isBarred)
})

test('a plate is compared by letters and digits, and as a whole', () => {
  const isBarred = createIsBarred([comparable('Juan Cruz'), comparablePlate('NBC-1234')])
  expect([isBarred([], 'nbc 1234'), isBarred([], 'NBC 12345'), isBarred([''], '')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a name matches its own entry, in any order and with further words where it has two', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(words, words, fc.array(words), (entry, more, others) => {
      const list = [entry, ...others].map((name) => name.join(' '))
      expect(isOn(list, entry.toReversed().join(', ').toUpperCase())).toBe(true)
      if (new Set(entry).size > 1) expect(isOn(list, [...more, ...entry].join(' '))).toBe(true)
    }),
  )
})
