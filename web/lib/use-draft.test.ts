import { expect, test } from 'vitest'
import { pickDifferent } from './use-draft.ts'

test('only different values remain', () => {
  const saved = { name: 'Amihan', message: '', closed: false }
  expect(pickDifferent({ name: 'Amihan', message: 'Noon', closed: false }, saved)).toEqual({
    message: 'Noon',
  })
  expect(pickDifferent({}, saved)).toEqual({})
})

test('sent values are cleared; values typed again meanwhile are kept', () => {
  const sent = { name: 'Amihan', message: 'Noon' }
  expect(pickDifferent({ name: 'Amihan', message: 'One o’clock' }, sent)).toEqual({ message: 'One o’clock' })
})

test('a value that was never saved differs, even undefined', () => {
  expect(pickDifferent<{ name?: string }>({ name: undefined }, {})).toEqual({ name: undefined })
})

const asJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

test('the comparison can be customized', () => {
  const saved = { gate: { amount: '1' } }
  expect(pickDifferent({ gate: { amount: '1' } }, saved, asJson)).toEqual({})
  expect(pickDifferent({ gate: { amount: '2' } }, saved, asJson)).toEqual({ gate: { amount: '2' } })
})
