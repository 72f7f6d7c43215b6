import { expect, test } from 'vitest'
import { differing } from './use-draft.ts'

test('only what differs is left', () => {
  const saved = { name: 'Amihan', message: '', closed: false }
  expect(differing({ name: 'Amihan', message: 'Noon', closed: false }, saved)).toEqual({ message: 'Noon' })
  expect(differing({}, saved)).toEqual({})
})

test('sent values are cleared, and values typed again meanwhile are kept', () => {
  const sent = { name: 'Amihan', message: 'Noon' }
  expect(differing({ name: 'Amihan', message: 'One o’clock' }, sent)).toEqual({ message: 'One o’clock' })
})

test('a value that was never saved differs, also when it is undefined', () => {
  expect(differing<{ name?: string }>({ name: undefined }, {})).toEqual({ name: undefined })
})

const asJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

test('how values are compared can be said', () => {
  const saved = { gate: { amount: '1' } }
  expect(differing({ gate: { amount: '1' } }, saved, asJson)).toEqual({})
  expect(differing({ gate: { amount: '2' } }, saved, asJson)).toEqual({ gate: { amount: '2' } })
})
