import { expect, test } from 'vitest'
import { pageButtons } from './pager.tsx'

test('few pages are all shown', () => {
  expect(pageButtons(1, 1)).toEqual([1])
  expect(pageButtons(2, 5)).toEqual([1, 2, 3, 4, 5])
})

test('many pages show the first, the last, the open one and gaps', () => {
  expect(pageButtons(1, 13)).toEqual([1, 2, 3, 0, 13])
  expect(pageButtons(7, 13)).toEqual([1, 0, 6, 7, 8, 0, 13])
  expect(pageButtons(13, 13)).toEqual([1, 0, 11, 12, 13])
})
