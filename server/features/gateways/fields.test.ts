import { expect, test } from 'vitest'
import { toAmount, toFields, toMoment, toText } from './fields.ts'

test.each([
  ['1,234.50', 1234.5],
  ['12,34.50', null],
  [1234.5, 1234.5],
  [' 5 ', 5],
  ['5.001', null],
  ['5.000000000000', 5],
  ['12345678901', null],
  ['-5', null],
  ['1e3', null],
  [null, null],
])('the amount %j is %j', (value, amount) => expect(toAmount(value)).toBe(amount))

test.each([
  [' a\0b ', 'ab'],
  [7, '7'],
  ['  ', null],
  [{}, null],
  ['x'.repeat(300), 'x'.repeat(255)],
])('the text %j is %j', (value, text) => expect(toText(value)).toBe(text))

test.each([
  ['2026-03-14', '2026-03-13T16:00:00.000Z'],
  ['2026-03-14 09:00', '2026-03-14T01:00:00.000Z'],
  ['2026-03-14T09:00:00Z', '2026-03-14T09:00:00.000Z'],
  ['2026-03-14T09:00:00.5+0530', '2026-03-14T03:30:00.500Z'],
  ['14/03/2026', undefined],
  ['2026-03-14T25:00', undefined],
])('the time %j is %j', (value, isoTime) => expect(toMoment(value)?.toISOString()).toBe(isoTime))

test('lists and texts have no fields', () => {
  expect([toFields([1]), toFields('a'), toFields(null), toFields({ a: 1 })]).toEqual([{}, {}, {}, { a: 1 }])
})
