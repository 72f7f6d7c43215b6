import { expect, test } from 'vitest'
import { getPageAfterResize } from './list-params.ts'

test.each([
  [{ page: 1, limit: 10 }, 50, 1],
  [{ page: 3, limit: 10 }, 50, 1],
  [{ page: 6, limit: 10 }, 50, 2],
  [{ page: 2, limit: 50 }, 10, 6],
])('the first row of %o is on the same page after a change to %i rows', (listPage, newLimit, page) => {
  expect(getPageAfterResize(listPage, newLimit)).toBe(page)
})
