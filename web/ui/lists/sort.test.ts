import { expect, test } from 'vitest'
import { parseSort, getNextSort, type SortKey, getSortChoices } from './sort.tsx'

const keys: SortKey[] = [
  { key: 'ticketNumber', label: 'Ticket number', kind: 'text' },
  { key: 'created_at', label: 'Created', kind: 'date' },
  { key: 'dateOfUse', label: 'Date of Use', kind: 'date' },
  { key: 'status', label: 'Status', kind: 'status' },
]
const newest = 'ticketNumber'

test('a heading sorts ascending, then descending, then returns to newest first', () => {
  expect(getNextSort({ sort: undefined, newest }, 'status')).toBe('status')
  expect(getNextSort({ sort: 'status', newest }, 'status')).toBe('-status')
  expect(getNextSort({ sort: '-status', newest }, 'status')).toBeUndefined()
  expect(getNextSort({ sort: '-status', newest }, 'dateOfUse')).toBe('dateOfUse')
})

test('the heading of the newest-first column toggles its direction', () => {
  expect(getNextSort({ sort: undefined, newest }, newest)).toBe(newest)
  expect(getNextSort({ sort: newest, newest }, newest)).toBeUndefined()
})

test('an address may use known keys only; newest first is undefined under every name', () => {
  expect(parseSort('-dateOfUse', { keys, newest })).toBe('-dateOfUse')
  for (const asked of [null, '', '-created_at', '-ticketNumber', 'bearerName', '--status'])
    expect([asked, parseSort(asked, { keys, newest })]).toEqual([asked, undefined])
})

test('phones offer the same orders as a list of words', () => {
  expect(getSortChoices({ keys, newest })).toEqual([
    { value: '', label: 'Newest first' },
    { value: 'created_at', label: 'Oldest first' },
    { value: 'dateOfUse', label: 'Date of Use, earliest first' },
    { value: '-dateOfUse', label: 'Date of Use, latest first' },
    { value: 'status', label: 'Status, waiting first' },
    { value: '-status', label: 'Status, rejected first' },
  ])
})
