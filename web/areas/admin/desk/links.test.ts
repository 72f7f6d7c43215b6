import { expect, test } from 'vitest'
import type { DeskGroup } from '@tahanan/contract/desk/answers.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { listLinks } from './links.ts'

const group = (more: Partial<DeskGroup>): DeskGroup => ({
  name: 'waits',
  total: 9,
  lists: [],
  services: false,
  tickets: [],
  payments: [],
  threads: [],
  ...more,
})
const gatePasses = { list: 'tickets', total: 4 }
const orders = { list: 'requests', total: 3 }
const payments = { list: 'payments', total: 2 }
const everything = { id: 5, roles: createRoles('all') }
const listAddresses = (one: DeskGroup, reader = everything) =>
  listLinks(one, reader).map(({ title, total, to }) => [title, total, to])

test('a group of several lists has a link to all of its tickets, without the payments', () => {
  const lists = [gatePasses, orders, payments]
  expect(listAddresses(group({ lists, services: true }))).toEqual([
    ['All tickets', 7, '/admin/services?statuses=1'],
    ['Gate Pass', 4, '/admin/tickets?status=1'],
    ['Job Orders', 3, '/admin/service-requests?status=1'],
    ['Payments', 2, '/admin/payments?statuses=2,3'],
  ])
  expect(listAddresses(group({ total: 7, lists: [gatePasses, orders], services: true }))[0]).toEqual([
    'All',
    7,
    '/admin/services?statuses=1',
  ])
})

test('without the Services list, or with one list, there is no link to all', () => {
  expect(listAddresses(group({ lists: [gatePasses, orders] }))).toHaveLength(2)
  expect(
    listAddresses(group({ lists: [gatePasses, payments], services: true })).map(([title]) => title),
  ).toEqual(['Gate Pass', 'Payments'])
})

test('late tickets and those of the reader have their own filters', () => {
  expect(listAddresses(group({ name: 'late', lists: [gatePasses] }))).toEqual([
    ['Gate Pass', 4, '/admin/tickets?late=1'],
  ])
  expect(listAddresses(group({ name: 'mine', lists: [gatePasses, orders], services: true }))[0]?.[2]).toBe(
    '/admin/services?assigneeId=5&statuses=1,2,3',
  )
})

test.each([
  [['verify', 'posted'], 'statuses=2,3'],
  [['verify'], 'status=2'],
  [['posted'], 'status=3'],
] as const)('who may %j opens the payments with %s', (flags, query) => {
  const reader = { id: 5, roles: createRoles({ payments: [...flags] }) }
  expect(listAddresses(group({ lists: [payments] }), reader)).toEqual([
    ['Payments', 2, `/admin/payments?${query}`],
  ])
})
