import { expect, test } from 'vitest'
import { getPageButtons } from './pager.tsx'

test('few pages are all shown', () => {
  expect(getPageButtons(1, 1)).toEqual([1])
  expect(getPageButtons(2, 5)).toEqual([1, 2, 3, 4, 5])
})

test('many pages show the first, the last, the open one and gaps', () => {
  expect(getPageButtons(1, 13)).toEqual([1, 2, 3, 0, 13])
  expect(getPageButtons(7, 13)).toEqual([1, 0, 6, 7, 8, 0, 13])
  expect(getPageButtons(13, 13)).toEqual([1, 0, 11, 12, 13])
})
