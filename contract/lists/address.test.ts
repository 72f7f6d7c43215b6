import { expect, test } from 'vitest'
import { findAddressProblem, isAddressValue } from './address.ts'
import { OFFICE_LISTS } from './office-lists.ts'

const getOfficeList = (path: string) => {
  const officeList = OFFICE_LISTS[path]
  if (!officeList) throw new Error(`There is no list ${path}.`)
  return officeList
}
const jobOrders = getOfficeList('requests')
const payments = getOfficeList('payments')

test.each([
  ['status', '1', '9'],
  ['search', 'x'.repeat(100), 'x'.repeat(10_000)],
  ['sort', '-ticketNumber', 'password'],
  ['period', 'week', 'year'],
  ['statuses', '1,2', '1,1'],
  ['statuses', '3', '1,99'],
  ['from', '2026-03-12', '2026-02-30'],
  ['to', '2026-03-12', '12 March'],
  ['tenantId', '7', '0'],
  ['unit', 'A-101', '  '],
  ['unit', 'x'.repeat(20), 'x'.repeat(21)],
  ['assigneeId', '0', '-1'],
  ['assigneeId', '7', '1e3'],
  ['late', '1', '0'],
])('%s of a list of tickets accepts %j and refuses %j', (key, valid, invalid) => {
  expect(isAddressValue(jobOrders, key, valid)).toBe(true)
  expect(isAddressValue(jobOrders, key, invalid)).toBe(false)
})

test('a list refuses filters that it does not have, and choices of another list', () => {
  expect(isAddressValue(payments, 'by', 'main')).toBe(true)
  expect(isAddressValue(payments, 'by', 'created')).toBe(false)
  expect(isAddressValue(payments, 'late', '1')).toBe(false)
  expect(isAddressValue(payments, 'toString', '1')).toBe(false)
  expect(isAddressValue(payments, 'type', '1')).toBe(true)
  expect(isAddressValue(payments, 'type', '99')).toBe(false)
})

const findProblem = (query: string) => findAddressProblem(payments, new URLSearchParams(query))

test('the first error of a query is named', () => {
  expect(findProblem('status=1&from=2026-03-01&to=2026-03-01')).toBeUndefined()
  expect(findProblem('')).toBeUndefined()
  expect(findProblem('late=1')).toBe("This list has no filter 'late'.")
  expect(findProblem('unit=A&unit=B')).toBe("'unit' is there twice.")
  expect(findProblem('from=yesterday')).toBe("'yesterday' is not valid for 'from'.")
  expect(findProblem('to=2026-02-28&from=2026-03-01')).toBe('The first day is after the last.')
})
