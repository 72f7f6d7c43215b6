import { expect, test } from 'vitest'
import { moveRow } from './use-reorder.ts'

const createRowsInOrder = (ids: readonly number[]) =>
  ids.map((id, index) => ({ id, sequenceNumber: index + 1 }))

test.each([
  ['moves up', 14, 0, [14, 11, 12, 13]],
  ['moves down', 11, 2, [12, 13, 11, 14]],
  ['stays, before the first', 11, -1, [11, 12, 13, 14]],
  ['stays, after the last', 14, 4, [11, 12, 13, 14]],
  ['is gone, and the others stay', 99, 0, [11, 12, 13, 14]],
])('a header %s, and all are renumbered from 1', (_, id, to, ids) => {
  expect(moveRow(createRowsInOrder([11, 12, 13, 14]), id, to)).toEqual(createRowsInOrder(ids))
})
