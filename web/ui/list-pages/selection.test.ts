import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import { mountHook } from '#lib/testing-hooks.ts'
import {
  setSelected,
  countSelected,
  toCsvChoice,
  isSelected,
  removeFromSelection,
  NO_SELECTION,
  type PageSelection,
  type Selection,
  useSelection,
} from './selection.ts'

const filter: ListPageFilter = { page: 1, limit: 10, status: 2, searchTerm: 'ana', unit: 'A-1' }
const allSelected: Selection = { ids: new Set(), allOf: '2 ana' }

test('rows are selected and deselected one by one, over pages', () => {
  const threeSelected = setSelected(setSelected(NO_SELECTION, [1, 2], true), [11], true)
  expect(countSelected(threeSelected, 128)).toBe(3)
  const twoSelected = setSelected(threeSelected, [2], false)
  expect(isSelected(twoSelected, 2)).toBe(false)
  expect(toCsvChoice(twoSelected, filter)).toEqual({ ids: [1, 11] })
})

test('all rows of a list can be selected, except some', () => {
  const allButOne = setSelected(allSelected, [5], false)
  expect(isSelected(allButOne, 5)).toBe(false)
  expect(isSelected(allButOne, 6)).toBe(true)
  expect(countSelected(allButOne, 128)).toBe(127)
  expect(countSelected(setSelected(allButOne, [5], true), 128)).toBe(128)
})

test('without a selection a download has all rows of the tab, search and filters', () => {
  expect(toCsvChoice(NO_SELECTION, filter)).toEqual({
    status: 2,
    searchTerm: 'ana',
    unit: 'A-1',
    except: new Set(),
  })
  expect(toCsvChoice(setSelected(allSelected, [5], false), filter)).toEqual({
    status: 2,
    searchTerm: 'ana',
    unit: 'A-1',
    except: new Set([5]),
  })
})

test('decided and deleted rows leave the selection', () => {
  const twoSelected = setSelected(NO_SELECTION, [1, 2], true)
  expect(countSelected(removeFromSelection(twoSelected, [1], { isListed: true }), 9)).toBe(1)
  expect(countSelected(removeFromSelection(twoSelected, [1, 2], { isListed: false }), 9)).toBe(0)
})

test('of all rows, a decided one is deselected where its tab still lists it, and else counted no more', () => {
  expect(isSelected(removeFromSelection(allSelected, [1], { isListed: true }), 1)).toBe(false)
  // All 127 remaining rows stay selected: the decided row left the tab, so the total has already decreased by
  // one.
  expect(countSelected(removeFromSelection(allSelected, [1], { isListed: false }), 127)).toBe(127)
})

test.each<[string, Partial<ListPageFilter>, number]>([
  ['another page', { page: 2 }, 128],
  ['another order', { sort: 'created_at' }, 128],
  ['another tab', { status: 3 }, 0],
  ['another search', { searchTerm: 'ben' }, 0],
  ['another filter', { unit: 'B-2' }, 0],
])('a selection of all rows in %s', async (_, change, count) => {
  let visibleFilter: ListPageFilter = filter
  let selection: PageSelection | undefined
  const unmount = mountHook(() => void (selection = useSelection(visibleFilter, 128)))
  flushSync(() => selection?.chooseAll())
  expect(selection).toMatchObject({ count: 128, areAllSelected: true })
  visibleFilter = { ...filter, ...change }
  flushSync(() => selection?.toggle([]))
  expect(selection?.count).toBe(count)
  await unmount()
})
