import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { expect, test } from 'vitest'
import { nextSort } from '../ui/sort.tsx'
import { sorted } from './sort.ts'
import type { Ticket } from './ticket.ts'

const order = (id: number, fields: Record<string, unknown>): Ticket => ({
  id,
  ticketNumber: `JO-2026-00000${id}`,
  origin: 'jobOrder',
  tenantId: 1,
  tenant: { id: 1, clientCode: 'A-101', uoccname: 'Ana Reyes', unitNumber: 'A-101' },
  status: 1,
  created_at: '',
  updated_at: '',
  can: [],
  ...fields,
})
const module = moduleNamed('jobOrder')
const ids = (tickets: Ticket[]) => tickets.map(({ id }) => id)

test('a heading sorts up, then down, then gives the order of the server back', () => {
  const up = nextSort(undefined, 'title')
  expect(up).toEqual({ key: 'title', direction: 'ascending' })
  const down = nextSort(up, 'title')
  expect(down).toEqual({ key: 'title', direction: 'descending' })
  expect(nextSort(down, 'title')).toBeUndefined()
  expect(nextSort(down, 'status')).toEqual({ key: 'status', direction: 'ascending' })
})

test('amounts sort as numbers, and what is missing stands last both ways', () => {
  const rows = [
    order(1, { estimatedAmount: 900 }),
    order(2, { estimatedAmount: null }),
    order(3, { estimatedAmount: 1000 }),
  ]
  expect(ids(sorted(rows, { key: 'estimatedAmount', direction: 'ascending' }, module))).toEqual([1, 3, 2])
  expect(ids(sorted(rows, { key: 'estimatedAmount', direction: 'descending' }, module))).toEqual([3, 1, 2])
})

test('words sort without regard to case', () => {
  const rows = [order(1, { title: 'banana' }), order(2, { title: 'Apple' }), order(3, { title: 'apricot' })]
  expect(ids(sorted(rows, { key: 'title', direction: 'ascending' }, module))).toEqual([2, 3, 1])
})
