import { expect, test } from 'vitest'
import { moved } from './order.ts'

const rows = [11, 12, 13, 14].map((id, at) => ({ id, sequenceNumber: at + 1 }))
const after = (id: number, to: number) =>
  moved(rows, id, to).map(({ id, sequenceNumber }) => [sequenceNumber, id])

test('a header moves up or down, and all are counted from 1', () => {
  expect(after(14, 0)).toEqual([
    [1, 14],
    [2, 11],
    [3, 12],
    [4, 13],
  ])
  expect(after(11, 2)).toEqual([
    [1, 12],
    [2, 13],
    [3, 11],
    [4, 14],
  ])
})

test('a move out of the list, or of a header that is gone, changes nothing', () => {
  for (const [id, to] of [
    [11, -1],
    [14, 4],
    [99, 0],
  ] as const)
    expect(moved(rows, id, to)).toEqual(rows)
})
