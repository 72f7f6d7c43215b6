import { expect, test } from 'vitest'
import { makeTicket } from '../../testing.ts'
import { getGroupsToUndo, keepSelected } from './kept-tickets.ts'

const pass = (id: number, fields: object = {}) => makeTicket('gatePass', { id, updated_at: 'old', ...fields })
const selected =
  (...ids: number[]) =>
  (id: number) =>
    ids.includes(id)
const nobody = () => false

test('a selected ticket keeps the version of its selection, on other pages too', () => {
  const kept = keepSelected(new Map(), [pass(1), pass(2)], selected(1), nobody)
  const later = keepSelected(kept, [pass(1, { updated_at: 'new' })], selected(1), nobody)
  expect([...keepSelected(later, [], selected(1), nobody).values()]).toEqual([pass(1)])
})

test('a ticket that is not selected any more is forgotten, wherever it went', () => {
  const kept = keepSelected(new Map(), [pass(1)], selected(1), nobody)
  const decided = keepSelected(kept, [], selected(), nobody)
  expect(decided.size).toBe(0)
  const now = pass(1, { status: 2, updated_at: 'new' })
  expect([...keepSelected(decided, [now], selected(1), nobody).values()]).toEqual([now])
})

test('a ticket that the reader changed has its new version', () => {
  const kept = keepSelected(new Map(), [pass(1)], selected(1), nobody)
  const own = pass(1, { updated_at: 'own' })
  expect(keepSelected(kept, [own], selected(1), () => true).get(1)).toEqual(own)
})

test('decisions are taken back by earlier status, with the remarks that they replaced', () => {
  const before = [
    pass(1, { remarks: '' }),
    pass(2, { remarks: 'Ask first' }),
    pass(3, { remarks: '', status: 2 }),
  ]
  const saved = [1, 2, 3].map((id) => ({ id, updated_at: `saved ${id}` }))
  expect(getGroupsToUndo(before, saved.slice(0, 2), true)).toEqual([
    { status: 1, remarks: '', tickets: [saved[0]] },
    { status: 1, remarks: 'Ask first', tickets: [saved[1]] },
  ])
  expect(getGroupsToUndo(before, saved, false)).toEqual([
    { status: 1, remarks: undefined, tickets: [saved[0], saved[1]] },
    { status: 2, remarks: undefined, tickets: [saved[2]] },
  ])
})
