import { expect, test } from 'vitest'
import { createTestTicket } from '../testing.ts'
import { isSlotOfTicket, overlaps } from './taken-times.tsx'

const bookingFields = { heldRecordKey: 'amenityId', from: 'startTime' }
const takenSlot = {
  amenityId: 1,
  own: false,
  startTime: '2026-03-14T01:00:00Z',
  endTime: '2026-03-14T03:00:00Z',
}

test('times that share a minute overlap', () => {
  expect(overlaps(takenSlot, '2026-03-14T02:59:00Z', '2026-03-14T04:00:00Z')).toBe(true)
  expect(overlaps(takenSlot, '2026-03-14T01:30:00Z', '2026-03-14T02:00:00Z')).toBe(true)
})

test('adjacent times do not overlap', () => {
  expect(overlaps(takenSlot, '2026-03-14T03:00:00Z', '2026-03-14T04:00:00Z')).toBe(false)
  expect(overlaps(takenSlot, '2026-03-14T00:00:00Z', '2026-03-14T01:00:00Z')).toBe(false)
})

test.each([
  [1, true],
  [2, true],
  [4, true],
  [5, false],
  [6, false],
])('a ticket of status %i holds its time: %s', (status, isHeld) => {
  const ticket = createTestTicket('reservation', { status, amenityId: 1, startTime: takenSlot.startTime })
  expect(isSlotOfTicket(takenSlot, ticket, bookingFields)).toBe(isHeld)
  expect(isSlotOfTicket({ ...takenSlot, amenityId: 2 }, ticket, bookingFields)).toBe(false)
  const laterSlot = { ...takenSlot, startTime: '2026-03-14T02:00:00Z' }
  expect(isSlotOfTicket(laterSlot, ticket, bookingFields)).toBe(false)
})
