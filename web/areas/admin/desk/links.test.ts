import { expect, test } from 'vitest'
import type { WorkGroup } from '@tahanan/contract/desk/answers.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { listWorkLinks } from './links.ts'

const createGroup = (overrides: Partial<WorkGroup>): WorkGroup => ({
  name: 'waits',
  total: 9,
  lists: [],
  services: false,
  tickets: [],
  payments: [],
  threads: [],
  ...overrides,
})
const gatePassCount = { list: 'tickets', total: 4 }
const jobOrderCount = { list: 'requests', total: 3 }
const paymentCount = { list: 'payments', total: 2 }
const fullAccessAdmin = { id: 5, roles: createRoles('all') }
const listLinkPaths = (group: WorkGroup, admin = fullAccessAdmin) =>
  listWorkLinks(group, admin).map(({ title, total, to }) => [title, total, to])

test('a group of several lists has a link to all of its tickets, without the payments', () => {
  const workLists = [gatePassCount, jobOrderCount, paymentCount]
  expect(listLinkPaths(createGroup({ lists: workLists, services: true }))).toEqual([
    ['All tickets', 7, '/admin/services?statuses=1'],
    ['Gate Pass', 4, '/admin/tickets?status=1'],
    ['Job Orders', 3, '/admin/service-requests?status=1'],
    ['Payments', 2, '/admin/payments?statuses=2,3'],
  ])
  expect(
    listLinkPaths(createGroup({ total: 7, lists: [gatePassCount, jobOrderCount], services: true }))[0],
  ).toEqual(['All', 7, '/admin/services?statuses=1'])
})

test('without the Services list, or with one list, there is no link to all', () => {
  expect(listLinkPaths(createGroup({ lists: [gatePassCount, jobOrderCount] }))).toHaveLength(2)
  expect(
    listLinkPaths(createGroup({ lists: [gatePassCount, paymentCount], services: true })).map(
      ([title]) => title,
    ),
  ).toEqual(['Gate Pass', 'Payments'])
})

test('late tickets and those of the reader have their own filters', () => {
  expect(listLinkPaths(createGroup({ name: 'late', lists: [gatePassCount] }))).toEqual([
    ['Gate Pass', 4, '/admin/tickets?late=1'],
  ])
  expect(
    listLinkPaths(
      createGroup({ name: 'mine', lists: [gatePassCount, jobOrderCount], services: true }),
    )[0]?.[2],
  ).toBe('/admin/services?assigneeId=5&statuses=1,2,3')
})

test.each([
  [['verify', 'posted'], 'statuses=2,3'],
  [['verify'], 'status=2'],
  [['posted'], 'status=3'],
] as const)('who may %j opens the payments with %s', (flags, query) => {
  const admin = { id: 5, roles: createRoles({ payments: [...flags] }) }
  expect(listLinkPaths(createGroup({ lists: [paymentCount] }), admin)).toEqual([
    ['Payments', 2, `/admin/payments?${query}`],
  ])
})

test('the link to privacy requests opens those that are counted, not the last used tab', () => {
  expect(listLinkPaths(createGroup({ lists: [{ list: 'privacy-requests', total: 1 }] }))).toEqual([
    ['Privacy requests', 1, '/admin/privacy-requests?page=1'],
  ])
})
