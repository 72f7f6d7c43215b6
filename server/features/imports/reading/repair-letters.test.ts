import { expect, test } from 'vitest'
import { hasLostLetter, repairLetters } from './repair-letters.ts'

const latin1 = new TextDecoder('windows-1252')
/** Encodes a text as UTF-8 and decodes it wrongly as Windows-1252. */
const decodeWrongly = (text: string): string => latin1.decode(Buffer.from(text))

test.each([
  ['PE¥A', 'PEÑA'],
  ['¥O¥O', 'ÑOÑO'],
  ['Pe¤a, Nu¤ez', 'Peña, Nuñez'],
  ['Mar¡a Garc¡a', 'María García'],
  ['Ram¢n', 'Ramón'],
  ['Jes£s', 'Jesús'],
  ['JOS\u0090 M‚ndez', 'JOSÉ Méndez'],
  ['Jos‚', 'José'],
  ['M\u0081ller', 'Müller'],
  [decodeWrongly('PEÑA'), 'PEÑA'],
  [decodeWrongly('Peña y Muñoz, José, Ángel, Zoë, Ülo'), 'Peña y Muñoz, José, Ángel, Zoë, Ülo'],
  [decodeWrongly('D’Arcy – “Sons”'), 'D’Arcy – “Sons”'],
  [decodeWrongly(decodeWrongly('Parañaque')), 'Parañaque'],
])('%s is %s', (text, repaired) => {
  expect(repairLetters(text)).toBe(repaired)
  expect(hasLostLetter(repairLetters(text))).toBe(false)
})

test.each([
  'PEÑA',
  'Peña',
  'São Paulo',
  'Â',
  'Ñandú €5',
  '¥500',
  'Fee ¥500',
  '100¢',
  'A & B, 50%',
  'What? Yes',
  'Café “Été”',
  'Trần Hưng Đạo',
  '李',
])('%s stays', (text) => {
  expect(repairLetters(text)).toBe(text)
  expect(hasLostLetter(text)).toBe(false)
})

test.each(['PE?A', 'Pe�a', 'PE©A', 'Pe„a'])('a letter of %s is lost', (text) => {
  expect(repairLetters(text)).toBe(text)
  expect(hasLostLetter(text)).toBe(true)
})
