import { expect, test } from 'vitest'
import { findNeighbourInPages, type ViewedList } from './neighbours.ts'

const createViewedList = (overrides: Partial<ViewedList> = {}): ViewedList => ({
  limit: 3,
  total: 7,
  current: { page: 1, ids: [9, 8, 7] },
  earlierPages: [],
  ...overrides,
})

test('records have neighbours on their page, and then on the next one', () => {
  expect(findNeighbourInPages(createViewedList(), 8, 1)).toEqual({ id: 7 })
  expect(findNeighbourInPages(createViewedList(), 8, -1)).toEqual({ id: 9 })
  expect(findNeighbourInPages(createViewedList(), 7, 1)).toEqual({ page: 2 })
  expect(findNeighbourInPages(createViewedList(), 9, -1)).toBeUndefined()
  expect(findNeighbourInPages(createViewedList(), 5, 1)).toBeUndefined()
})

test('a record that left its list is followed by the one that came after it', () => {
  const currentPage = { page: 1, ids: [9, 7, 6] }
  const earlierPages = [{ page: 1, ids: [9, 8, 7] }]
  expect(
    findNeighbourInPages(createViewedList({ current: currentPage, earlierPages, total: 6 }), 8, 1),
  ).toEqual({ id: 7 })
  expect(
    findNeighbourInPages(createViewedList({ current: currentPage, earlierPages, total: 6 }), 8, -1),
  ).toEqual({ id: 9 })
})

test('the last record of a page that left it is followed by the one that moved up', () => {
  const currentPage = { page: 1, ids: [9, 8, 6] }
  const earlierPages = [{ page: 1, ids: [9, 8, 7] }]
  expect(
    findNeighbourInPages(createViewedList({ current: currentPage, earlierPages, total: 6 }), 7, 1),
  ).toEqual({ id: 6 })
})

test('records that left the list with an open one are not opened', () => {
  const currentPage = { page: 1, ids: [9, 6, 5] }
  const earlierPages = [{ page: 1, ids: [9, 8, 7] }]
  expect(
    findNeighbourInPages(createViewedList({ current: currentPage, earlierPages, total: 5 }), 8, 1),
  ).toEqual({ id: 6 })
})

test('the last record of a list that left it has no next one', () => {
  const currentPage = { page: 1, ids: [9, 8] }
  const earlierPages = [{ page: 1, ids: [9, 8, 7] }]
  expect(
    findNeighbourInPages(createViewedList({ current: currentPage, earlierPages, total: 2 }), 7, 1),
  ).toBeUndefined()
})
