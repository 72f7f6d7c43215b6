import { expect, test } from 'vitest'
import { createTestTicket } from '../../testing.ts'
import { getGroupsToUndo, updateTicketSnapshots } from './update-ticket-snapshots.ts'

const createPass = (id: number, fields: object = {}) =>
  createTestTicket('gatePass', { id, updated_at: 'old', ...fields })
const createSelectionCheck =
  (...ids: number[]) =>
  (id: number) =>
    ids.includes(id)
const isNeverOwn = () => false

test('a selected ticket keeps the version of its selection, on other pages too', () => {
  const ticketSnapshots = updateTicketSnapshots(
    new Map(),
    [createPass(1), createPass(2)],
    createSelectionCheck(1),
    isNeverOwn,
  )
  const laterTickets = updateTicketSnapshots(
    ticketSnapshots,
    [createPass(1, { updated_at: 'new' })],
    createSelectionCheck(1),
    isNeverOwn,
  )
  expect([...updateTicketSnapshots(laterTickets, [], createSelectionCheck(1), isNeverOwn).values()]).toEqual([
    createPass(1),
  ])
})

test('a ticket that is not selected any more is forgotten, wherever it went', () => {
  const ticketSnapshots = updateTicketSnapshots(
    new Map(),
    [createPass(1)],
    createSelectionCheck(1),
    isNeverOwn,
  )
  const snapshotsAfterDecision = updateTicketSnapshots(
    ticketSnapshots,
    [],
    createSelectionCheck(),
    isNeverOwn,
  )
  expect(snapshotsAfterDecision.size).toBe(0)
  const now = createPass(1, { status: 2, updated_at: 'new' })
  expect([
    ...updateTicketSnapshots(snapshotsAfterDecision, [now], createSelectionCheck(1), isNeverOwn).values(),
  ]).toEqual([now])
})

test('a ticket that the reader changed has its new version', () => {
  const ticketSnapshots = updateTicketSnapshots(
    new Map(),
    [createPass(1)],
    createSelectionCheck(1),
    isNeverOwn,
  )
  const ownVersion = createPass(1, { updated_at: 'own' })
  expect(
    updateTicketSnapshots(ticketSnapshots, [ownVersion], createSelectionCheck(1), () => true).get(1),
  ).toEqual(ownVersion)
})

test('decisions are taken back by earlier status, with the remarks that they replaced', () => {
  const ticketsBeforeDecision = [
    createPass(1, { remarks: '' }),
    createPass(2, { remarks: 'Ask first' }),
    createPass(3, { remarks: '', status: 2 }),
  ]
  const savedVersions = [1, 2, 3].map((id) => ({ id, updated_at: `saved ${id}` }))
  expect(getGroupsToUndo(ticketsBeforeDecision, savedVersions.slice(0, 2), true)).toEqual([
    { status: 1, remarks: '', tickets: [savedVersions[0]] },
    { status: 1, remarks: 'Ask first', tickets: [savedVersions[1]] },
  ])
  expect(getGroupsToUndo(ticketsBeforeDecision, savedVersions, false)).toEqual([
    { status: 1, remarks: undefined, tickets: [savedVersions[0], savedVersions[1]] },
    { status: 2, remarks: undefined, tickets: [savedVersions[2]] },
  ])
})
