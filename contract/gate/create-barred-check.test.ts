import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeName, normalizePlate, createBarredCheck } from './create-barred-check.ts'

test('a plate is compared without signs, and without the difference of O and 0, of I, L and 1', () => {
  for (const plate of ['ABO 101', 'ab0-1Ol', 'А.В.О. IO1']) expect(normalizePlate(plate)).toBe('ab0101')
})

const isNameOnList = (list: readonly string[], name: string) =>
  createBarredCheck(list.map(normalizeName))([name])

test.each([
  ['Juan Cruz', 'Juan Dela Cruz Jr.', true],
  ['Juan Cruz', 'CRUZ, Juán', true],
  ['Juan Cruz', 'Juana Cruz', false],
  ['Juan Dela Cruz', 'Juan Cruz', false],
  ['Boy', 'boy', true],
  ['Boy', 'Boy Santos', false],
  ['Boy Boy', 'Boy Santos', false],
  ['Boy Boy', 'Boy, Boy', true],
  ['Juan Dela Cruz', 'Juan Delacruz', true],
  ['Juan Delacruz', 'Cruz, Juan dela', true],
  ['Juan Delacruz', 'Juan Dela Cruz Santos', true],
  ['JuanDelaCruz', 'Dela Cruz, Juan', true],
  ['Juan Cruz', 'JuanitoCruz', false],
  ['Juan Cruz', 'cruzjuan', true],
  ['Juan Cruz', 'Juаn Сruz', true], // Cyrillic a and C
  ['Joan Crux', 'Јоаn Сruх', true],
  ['Juan Cruz', 'Ju\u00adan Cr\u200buz', true],
  ['Bo\u200by', 'Boy', true],
  ['Bo\u200by', 'Boy Santos', false],
  ['Juan Cruz', 'Ｊｕａｎ 𝐂𝐫𝐮𝐳', true],
  ["Rosa D'Angelo", 'Rosa Dangelo', true],
  ['Nikos Łukasz', 'Νιkοs Lukasz', true],
])('the entry %s and the name %s', (entry, name, isBarred) => {
  expect(isNameOnList(['Pedro Penduko', entry, 'Ana'], name)).toBe(isBarred)
})

test('a plate is compared by letters and digits, and as a whole', () => {
  const isBarred = createBarredCheck([normalizeName('Juan Cruz'), normalizePlate('NBC-1234')])
  // 'ΝВС-1234' is written with Greek and Cyrillic letters.
  for (const plate of ['nbc 1234', 'NBC1234', 'ΝВС-1234', 'NBC I234', 'N.B.C. l234'])
    expect(isBarred([], plate), plate).toBe(true)
  for (const plate of ['NBC 12345', 'NBC 123', '']) expect(isBarred([''], plate), plate).toBe(false)
})

test('a name matches its own entry, in any order and with further words where it has two', () => {
  const nameWords = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(nameWords, nameWords, fc.array(nameWords), (entry, extraWords, otherNames) => {
      const barredNames = [entry, ...otherNames].map((name) => name.join(' '))
      expect(isNameOnList(barredNames, entry.toReversed().join(', ').toUpperCase())).toBe(true)
      if (new Set(entry).size > 1)
        expect(isNameOnList(barredNames, [...extraWords, ...entry].join(' '))).toBe(true)
    }),
  )
})

test('a name of a hundred repeated words is compared at once', () => {
  const name = Array.from({ length: 40 }, () => 'juan dela santa').join(' ')
  expect(isNameOnList(['Juan Dela Santa Maria Cruz'], name)).toBe(false)
})
