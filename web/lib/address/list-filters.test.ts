import { expect, test } from 'vitest'
import { OFFICE_LISTS } from '@tahanan/contract/lists/office-lists.ts'
import {
  type AddressFilters,
  toApiFilters,
  changeFilters,
  isFiltered,
  parseFilters,
  toViewQuery,
} from './list-filters.ts'

const getOfficeList = (name: string) => OFFICE_LISTS[name]!
const parseQuery = (query: string, name = 'tickets') =>
  JSON.parse(JSON.stringify(parseFilters(new URLSearchParams(query), getOfficeList(name)))) as unknown

test.each([
  ['statuses=1,3&type=4&late=1&assigneeId=0', { statuses: '1,3', type: '4', late: '1', assigneeId: '0' }],
  ['period=week&by=main', { period: 'week', by: 'main' }],
  // A period such as `today` replaces `from` and `to`, so these are ignored.
  ['period=today&from=2026-01-01', { period: 'today' }],
  ['from=2026-03-14&to=2026-03-14&by=main', { from: '2026-03-14', to: '2026-03-14', by: 'main' }],
  ['from=2026-03-15&to=2026-03-14', { from: '2026-03-15' }],
  ['by=main', {}],
  ['statuses=9&type=77&late=yes&tenantId=-1&unit=%20&from=14/03/2026&assigneeId=me', {}],
  ['__proto__=1&constructor=2&modal=true', {}],
])('the address %s has the filters %j', (query, filters) => {
  expect(parseQuery(query)).toEqual(filters)
})

test('a list ignores filters that it does not have', () => {
  expect(parseQuery('late=1&assigneeId=0&type=5&unit=A-1', 'payments')).toEqual({ type: '5', unit: 'A-1' })
  expect(parseQuery('type=1&by=main&period=month', 'services')).toEqual({ period: 'month' })
})

test('changed filters begin at page 1 and keep the rest of the address', () => {
  const params = new URLSearchParams('page=4&status=1&search=ana&late=1&from=2026-01-01&modal=true')
  const newFilters: AddressFilters = { unit: 'A-1', period: 'week', from: '2026-01-01', type: '' }
  changeFilters(params, getOfficeList('tickets'), { late: '1', from: '2026-01-01' }, newFilters)
  expect(params.toString()).toBe('status=1&search=ana&modal=true&period=week&unit=A-1')
})

test('a filter that the drawn page does not show yet is kept', () => {
  const params = new URLSearchParams('type=1')
  changeFilters(params, getOfficeList('tickets'), { late: '1', type: '1' }, { type: '1', unit: 'A-1' })
  expect(params.toString()).toBe('type=1&unit=A-1')
  changeFilters(params, getOfficeList('tickets'), { type: '1' }, {})
  expect(params.toString()).toBe('unit=A-1')
})

test.each([
  ['today', { from: '2026-03-01', to: '2026-03-01' }],
  // Today is 1 March 2026, a Sunday, which is the last day of its week.
  ['week', { from: '2026-02-23', to: '2026-03-01' }],
  ['month', { from: '2026-03-01', to: '2026-03-31' }],
] as const)('calls get the days of the period %s', (period, days) => {
  expect(toApiFilters({ period, unit: 'B' }, '2026-03-01')).toEqual({ unit: 'B', ...days })
})

test('a tab, search and order are no filters', () => {
  const filter = { page: 1, limit: 10, status: 1, searchTerm: 'ana', sort: 'status' }
  expect(isFiltered({ ...filter, late: undefined })).toBe(false)
  expect(isFiltered({ ...filter, unit: 'A' })).toBe(true)
})

test('a view keeps tab, search, order and filters in one order, without page and panel', () => {
  const address =
    'late=1&page=3&limit=50&sort=-status&modal=true&serviceId=7&search=Re%20yes&status=2&type=77'
  expect(toViewQuery(new URLSearchParams(address), getOfficeList('tickets'))).toBe(
    'status=2&search=Re+yes&sort=-status&late=1',
  )
})
