import { expect, test } from 'vitest'
import { parseSort, getNextSort, type SortKey, getSortChoices } from './sort.tsx'

const sortKeys: SortKey[] = [
  { key: 'ticketNumber', label: 'Ticket number', kind: 'text' },
  { key: 'created_at', label: 'Created', kind: 'date' },
  { key: 'dateOfUse', label: 'Date of Use', kind: 'date' },
  { key: 'status', label: 'Status', kind: 'status' },
]
const newestKey = 'ticketNumber'

test('a heading sorts ascending, then descending, then returns to newest first', () => {
  expect(getNextSort({ sort: undefined, newest: newestKey }, 'status')).toBe('status')
  expect(getNextSort({ sort: 'status', newest: newestKey }, 'status')).toBe('-status')
  expect(getNextSort({ sort: '-status', newest: newestKey }, 'status')).toBeUndefined()
  expect(getNextSort({ sort: '-status', newest: newestKey }, 'dateOfUse')).toBe('dateOfUse')
})

test('the heading of the newest-first column toggles its direction', () => {
  expect(getNextSort({ sort: undefined, newest: newestKey }, newestKey)).toBe(newestKey)
  expect(getNextSort({ sort: newestKey, newest: newestKey }, newestKey)).toBeUndefined()
})

test('an address may use known keys only; newest first is undefined under every name', () => {
  expect(parseSort('-dateOfUse', { keys: sortKeys, newest: newestKey })).toBe('-dateOfUse')
  for (const sortParam of [null, '', '-created_at', '-ticketNumber', 'bearerName', '--status'])
    expect([sortParam, parseSort(sortParam, { keys: sortKeys, newest: newestKey })]).toEqual([
      sortParam,
      undefined,
    ])
})

test('phones offer the same orders as a list of words', () => {
  expect(getSortChoices({ keys: sortKeys, newest: newestKey })).toEqual([
    { value: '', label: 'Newest first' },
    { value: 'created_at', label: 'Oldest first' },
    { value: 'dateOfUse', label: 'Date of Use, earliest first' },
    { value: '-dateOfUse', label: 'Date of Use, latest first' },
    { value: 'status', label: 'Status, waiting first' },
    { value: '-status', label: 'Status, rejected first' },
  ])
})
