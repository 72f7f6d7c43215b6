import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import type { ListFilter } from '#lib/api/records.ts'
import { mountHook } from '#lib/testing-hooks.ts'
import {
  setSelected,
  countChosen,
  toCsvChoice,
  isChosen,
  removeFromSelection,
  NO_SELECTION,
  type PageSelection,
  type Selection,
  useSelection,
} from './selection.ts'

const filter: ListFilter = { page: 1, limit: 10, status: 2, searchTerm: 'ana', unit: 'A-1' }
const all: Selection = { ids: new Set(), allOf: '2 ana' }

test('rows are selected and deselected one by one, over pages', () => {
  const three = setSelected(setSelected(NO_SELECTION, [1, 2], true), [11], true)
  expect(countChosen(three, 128)).toBe(3)
  const two = setSelected(three, [2], false)
  expect(isChosen(two, 2)).toBe(false)
  expect(toCsvChoice(two, filter)).toEqual({ ids: [1, 11] })
})

test('all rows of a list can be selected, except some', () => {
  const but = setSelected(all, [5], false)
  expect(isChosen(but, 5)).toBe(false)
  expect(isChosen(but, 6)).toBe(true)
  expect(countChosen(but, 128)).toBe(127)
  expect(countChosen(setSelected(but, [5], true), 128)).toBe(128)
})

test('without a selection a download has all rows of the tab, search and filters', () => {
  expect(toCsvChoice(NO_SELECTION, filter)).toEqual({
    status: 2,
    searchTerm: 'ana',
    unit: 'A-1',
    except: new Set(),
  })
  expect(toCsvChoice(setSelected(all, [5], false), filter)).toEqual({
    status: 2,
    searchTerm: 'ana',
    unit: 'A-1',
    except: new Set([5]),
  })
})

test('decided and deleted rows leave the selection', () => {
  const two = setSelected(NO_SELECTION, [1, 2], true)
  expect(countChosen(removeFromSelection(two, [1], { isListed: true }), 9)).toBe(1)
  expect(countChosen(removeFromSelection(two, [1, 2], { isListed: false }), 9)).toBe(0)
})

test('of all rows, a decided one is deselected where its tab still lists it, and else counted no more', () => {
  expect(isChosen(removeFromSelection(all, [1], { isListed: true }), 1)).toBe(false)
  // 127 rows stay selected: the row left its tab, so the total has already decreased by one.
  expect(countChosen(removeFromSelection(all, [1], { isListed: false }), 127)).toBe(127)
})

test.each<[string, Partial<ListFilter>, number]>([
  ['another page', { page: 2 }, 128],
  ['another order', { sort: 'created_at' }, 128],
  ['another tab', { status: 3 }, 0],
  ['another search', { searchTerm: 'ben' }, 0],
  ['another filter', { unit: 'B-2' }, 0],
])('a selection of all rows in %s', async (_, change, count) => {
  let shown: ListFilter = filter
  let selection: PageSelection | undefined
  const unmount = mountHook(() => void (selection = useSelection(shown, 128)))
  flushSync(() => selection?.chooseAll())
  expect(selection).toMatchObject({ count: 128, isAll: true })
  shown = { ...filter, ...change }
  flushSync(() => selection?.toggle([]))
  expect(selection?.count).toBe(count)
  await unmount()
})
