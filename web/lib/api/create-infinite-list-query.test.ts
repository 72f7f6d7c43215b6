import { expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { createInfiniteListQuery, flattenPages } from './create-infinite-list-query.ts'

const createPage = (total: number, ...ids: number[]) => ({ data: ids.map((id) => ({ id })), total, from: 1 })
const { getNextPageParam, queryFn, initialPageParam } = createInfiniteListQuery(['posts'], '/posts', {
  limit: 2,
  unit: 'A-1',
})
const getNextPage = (...pages: ReturnType<typeof createPage>[]) =>
  getNextPageParam(pages.at(-1)!, pages, 1, [])

test('a list grows by a page until it has all rows, or a page is empty', () => {
  expect(initialPageParam).toBe(1)
  expect(getNextPage(createPage(5, 9, 8))).toBe(2)
  expect(getNextPage(createPage(5, 9, 8), createPage(5, 7, 6))).toBe(3)
  expect(getNextPage(createPage(4, 9, 8), createPage(4, 7, 6))).toBeUndefined()
  expect(getNextPage(createPage(9, 9, 8), createPage(9))).toBeUndefined()
})

test('a page is asked for with its number and the filters', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue(createPage(0))
  const { signal } = new AbortController()
  await (queryFn as (context: object) => unknown)({ pageParam: 3, signal })
  expect(get).toHaveBeenCalledWith('/posts', { unit: 'A-1', page: 3, limit: 2 }, signal)
})

test('a row that a new one pushed onto the next page stands once', () => {
  expect(flattenPages([createPage(3, 9, 8), createPage(3, 8, 7)])).toEqual([{ id: 9 }, { id: 8 }, { id: 7 }])
})
