import { expect, test } from 'vitest'
import { hasLostCharacter, repairEncoding } from './repair-encoding.ts'

const windows1252 = new TextDecoder('windows-1252')
const decodeAsWindows1252 = (text: string): string => windows1252.decode(Buffer.from(text))

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
  [decodeAsWindows1252('PEÑA'), 'PEÑA'],
  [decodeAsWindows1252('Peña y Muñoz, José, Ángel, Zoë, Ülo'), 'Peña y Muñoz, José, Ángel, Zoë, Ülo'],
  [decodeAsWindows1252('D’Arcy – “Sons”'), 'D’Arcy – “Sons”'],
  [decodeAsWindows1252(decodeAsWindows1252('Parañaque')), 'Parañaque'],
])('%s is %s', (text, repairedText) => {
  expect(repairEncoding(text)).toBe(repairedText)
  expect(hasLostCharacter(repairEncoding(text))).toBe(false)
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
  expect(repairEncoding(text)).toBe(text)
  expect(hasLostCharacter(text)).toBe(false)
})

test.each(['PE?A', 'Pe�a', 'PE©A', 'Pe„a'])('a letter of %s is lost', (text) => {
  expect(repairEncoding(text)).toBe(text)
  expect(hasLostCharacter(text)).toBe(true)
})
