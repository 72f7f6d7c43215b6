import { expect, test } from 'vitest'
import { worthAsking } from './asked.ts'

const now = Date.parse('2026-03-12T09:00:00Z')
const ticket = (id: number, status: number, updated_at: string) => ({
  id,
  ticketNumber: `JO-${id}`,
  status,
  updated_at,
})

test('only tickets completed within two weeks are asked about, the latest first', () => {
  const tickets = [
    ticket(1, 4, '2026-03-01T00:00:00Z'),
    ticket(2, 3, '2026-03-11T00:00:00Z'),
    ticket(3, 4, '2026-03-11T00:00:00Z'),
    ticket(4, 4, '2026-02-01T00:00:00Z'),
  ]
  expect(worthAsking(tickets, new Set(), now).map(({ id }) => id)).toEqual([3, 1])
})

test('nobody is asked about a ticket twice', () => {
  expect(worthAsking([ticket(3, 4, '2026-03-11T00:00:00Z')], new Set([3]), now)).toEqual([])
})
