import { expect, test } from 'vitest'
import { OFFICE_LISTS } from '@tahanan/contract/lists/office-lists.ts'
import { createFilterChips } from './create-filter-chips.ts'

const chipNames = { me: 4, tenant: 'Reyes, Ana (A-101)', assignee: 'Liza Villanueva' }
const getChipTexts = (filters: object, list = 'tickets') =>
  createFilterChips(filters, OFFICE_LISTS[list]!, chipNames).map(({ label }) => label)

test('each filter is a chip with its words', () => {
  expect(getChipTexts({ statuses: '3,1', period: 'month', type: '4', unit: 'A-1', late: '1' })).toEqual([
    'Status: For approval, Ongoing',
    'Created: this month',
    'Type: Pull Out',
    'Unit A-1',
    'Late',
  ])
  expect(getChipTexts({ tenantId: '9', from: '2026-03-01', by: 'main' })).toEqual([
    'Date of Use: from 1 Mar 2026',
    'Tenant: Reyes, Ana (A-101)',
  ])
  expect(getChipTexts({ type: '5', to: '2026-03-01' }, 'payments')).toEqual([
    'Created: until 1 Mar 2026',
    'Method: Cheque',
  ])
})

test.each([
  ['4', 'Assigned to me'],
  ['0', 'Assigned to nobody'],
  ['7', 'Assigned to Liza Villanueva'],
])('the assignee %s is named', (assigneeId, expectedText) => {
  expect(getChipTexts({ assigneeId })).toEqual([expectedText])
})

test('a removed chip leaves the others; days go with their date', () => {
  const filters = { period: 'week', by: 'main', unit: 'A' } as const
  const [days, unit] = createFilterChips(filters, OFFICE_LISTS.tickets!, chipNames)
  expect(days?.remainingFilters).toEqual({ unit: 'A' })
  expect(unit?.remainingFilters).toEqual({ period: 'week', by: 'main' })
  const daysFilter = { from: '2026-03-01', to: '2026-03-05' }
  expect(createFilterChips(daysFilter, OFFICE_LISTS.tickets!, chipNames)[0]?.remainingFilters).toEqual({})
})
