import { expect, test } from 'vitest'
import { channels, isChange } from '@tahanan/contract/channels.ts'
import { addWriter, dropSilent, dropWriter, WRITING_MS, describeWriters, type Writers } from './writers.ts'

const NOBODY: Writers = new Map()

test('the words name one or two colleagues, and count more (rules 23.49)', () => {
  expect(describeWriters(NOBODY)).toBe('')
  const one = addWriter(NOBODY, 'Liza', 0)
  expect(describeWriters(one)).toBe('Liza is writing')
  const two = addWriter(one, 'Ben', 1)
  expect(describeWriters(two)).toBe('Ben and Liza are writing')
  expect(describeWriters(addWriter(two, 'Nita', 2))).toBe('3 colleagues are writing')
})

test('who gives no more signs, and whose message arrived, is not writing', () => {
  const both = addWriter(addWriter(NOBODY, 'Liza', 0), 'Ben', 5000)
  expect(describeWriters(dropSilent(both, WRITING_MS))).toBe('Ben is writing')
  expect(describeWriters(addWriter(both, 'Liza', WRITING_MS))).toBe('Ben and Liza are writing')
  expect(describeWriters(dropSilent(both, 5000 + WRITING_MS))).toBe('')
  expect(describeWriters(dropWriter(both, 'Ben'))).toBe('Liza is writing')
})

test('a sign makes no list load again', () => {
  expect(isChange(channels.adminWriting(3))).toBe(false)
  for (const name of [channels.adminMessages(3), channels.adminNotes(3), channels.adminTickets('tickets', 3)])
    expect(isChange(name)).toBe(true)
})
