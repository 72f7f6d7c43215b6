import { expect, test } from 'vitest'
import { liveChannels, isRowChangeEvent } from '@tahanan/contract/live-channels.ts'
import {
  addWriter,
  removeIdleWriters,
  removeWriter,
  WRITING_TIMEOUT_MS,
  describeWriters,
  type Writers,
} from './writers.ts'

const NO_WRITERS: Writers = new Map()

test('the words name one or two colleagues, and count more (rules 23.49)', () => {
  expect(describeWriters(NO_WRITERS)).toBe('')
  const oneWriter = addWriter(NO_WRITERS, 'Liza', 0)
  expect(describeWriters(oneWriter)).toBe('Liza is writing')
  const twoWriters = addWriter(oneWriter, 'Ben', 1)
  expect(describeWriters(twoWriters)).toBe('Ben and Liza are writing')
  expect(describeWriters(addWriter(twoWriters, 'Nita', 2))).toBe('3 colleagues are writing')
})

test('who gives no more signs, and whose message arrived, is not writing', () => {
  const twoWriters = addWriter(addWriter(NO_WRITERS, 'Liza', 0), 'Ben', 5000)
  expect(describeWriters(removeIdleWriters(twoWriters, WRITING_TIMEOUT_MS))).toBe('Ben is writing')
  expect(describeWriters(addWriter(twoWriters, 'Liza', WRITING_TIMEOUT_MS))).toBe('Ben and Liza are writing')
  expect(describeWriters(removeIdleWriters(twoWriters, 5000 + WRITING_TIMEOUT_MS))).toBe('')
  expect(describeWriters(removeWriter(twoWriters, 'Ben'))).toBe('Liza is writing')
})

test('a sign makes no list load again', () => {
  expect(isRowChangeEvent(liveChannels.adminWriting(3))).toBe(false)
  for (const name of [
    liveChannels.adminMessages(3),
    liveChannels.adminNotes(3),
    liveChannels.adminTickets('tickets', 3),
  ])
    expect(isRowChangeEvent(name)).toBe(true)
})
