import { expect, test } from 'vitest'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { getNewestColumn, getTicketSortKeys } from './ticket-sorts.ts'

const listSortKeys = (...args: Parameters<typeof getTicketSortKeys>) =>
  getTicketSortKeys(...args).map(({ key }) => key)

test('residents do not sort by client, and a module with a main date sorts by it too', () => {
  expect(listSortKeys('office')).toEqual(['ticketNumber', 'clientCode', 'clientName', 'created_at', 'status'])
  expect(listSortKeys('resident')).toEqual(['ticketNumber', 'created_at', 'status'])
  const visitor = getModule('visitor')
  const [mainDate] = getTicketSortKeys('resident', visitor).slice(3)
  expect(mainDate).toEqual({
    key: visitor.mainDate,
    label: visitor.fields[String(visitor.mainDate)]?.label,
    kind: 'date',
  })
})

test('numbers show the newest of one module, dates that of all', () => {
  expect(getNewestColumn(getModule('jobOrder'))).toBe('ticketNumber')
  expect(getNewestColumn()).toBe('created_at')
})
