import { expect, test } from 'vitest'
import { findTicketsForFeedback } from './load-prompted-ticket-ids.ts'

const now = Date.parse('2026-03-12T09:00:00Z')
const createTicket = (id: number, status: number, updated_at: string) => ({
  id,
  ticketNumber: `JO-${id}`,
  status,
  updated_at,
})

test('only tickets completed within two weeks are asked about, latest first', () => {
  const tickets = [
    createTicket(1, 4, '2026-03-01T00:00:00Z'),
    createTicket(2, 3, '2026-03-11T00:00:00Z'),
    createTicket(3, 4, '2026-03-11T00:00:00Z'),
    createTicket(4, 4, '2026-02-01T00:00:00Z'),
  ]
  expect(findTicketsForFeedback(tickets, new Set(), now).map(({ id }) => id)).toEqual([3, 1])
})

test('no ticket is asked about twice', () => {
  expect(findTicketsForFeedback([createTicket(3, 4, '2026-03-11T00:00:00Z')], new Set([3]), now)).toEqual([])
})
