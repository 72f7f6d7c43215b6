import { describe, expect, test } from 'vitest'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import { formatAllColumnsCsv, getAllColumnsFileName } from './admin/format-all-columns-csv.ts'
import { createTestTicket } from './testing.ts'
import { toCsvValue, formatPeriodText, formatTicketsCsv, formatValue } from './values.ts'

describe.each(MODULES.map((module) => [module.name, module] as const))('%s', (name, module) => {
  test('every column of its tables and CSV file has text', () => {
    const filledTicket = createTestTicket(name)
    for (const key of Object.keys(module.recordedTimes)) filledTicket[key] = '2026-03-13T01:00:00.000Z'
    const mayBeEmpty = (key: string) =>
      key === 'remarks' || module.fields[key]?.kind === 'files' || module.fields[key]?.writers !== undefined
    const columns = [...module.residentColumns, ...module.officeColumns].map(({ key }) => key)
    const emptyKeys = [...columns, ...module.csv.keys].filter(
      (key) =>
        formatValue(module, filledTicket, key) === '' &&
        toCsvValue(module, filledTicket, key) === '' &&
        !mayBeEmpty(key),
    )
    expect(emptyKeys).toEqual([])
  })
})

test('an invalid time is N/A on the page and empty in a file', () => {
  const module = getModule('visitor')
  const record = createTestTicket('visitor', { arrivalDate: null, dateOfVisit: 'never' })
  expect(formatValue(module, record, 'arrivalDate')).toBe('N/A')
  expect(formatValue(module, record, 'dateOfVisit')).toBe('N/A')
  expect(toCsvValue(module, record, 'arrivalDate')).toBeUndefined()
})

test('in CSV, dates are DD/MM/YYYY, amounts are numbers, lists are text', () => {
  const order = createTestTicket('jobOrder', { estimatedAmount: 850.5 })
  expect(toCsvValue(getModule('jobOrder'), order, 'estimatedAmount')).toBe(850.5)
  expect(toCsvValue(getModule('jobOrder'), order, 'createdAt')).toEqual({ plain: '12/03/2026' })
  const pass = createTestTicket('gatePass')
  expect(toCsvValue(getModule('gatePass'), pass, 'items')).toBe(
    'Refrigerator, 7 cu ft (1); Monobloc chairs (12)',
  )
  expect(toCsvValue(getModule('gatePass'), pass, 'status')).toBe('FOR APPROVAL')
})

test('an amount that is not set is not shown as free', () => {
  const module = getModule('reservation')
  expect(
    formatValue(module, createTestTicket('reservation', { estimatedAmount: 0 }), 'estimatedAmount'),
  ).toBe('No amount yet')
  expect(
    formatValue(module, createTestTicket('reservation', { estimatedAmount: 400 }), 'estimatedAmount'),
  ).toBe('₱400.00')
  expect(toCsvValue(module, createTestTicket('reservation', { estimatedAmount: 0 }), 'estimatedAmount')).toBe(
    0,
  )
})

test('a card with start and end shows both, joined by a word', () => {
  const [period] = getModule('workPermit').card.line
  if (typeof period !== 'object' || !('from' in period)) throw new Error('a work permit has a period')
  const permit = createTestTicket('workPermit', {
    dateFrom: '2026-09-14T16:00:00.000Z',
    dateTo: '2026-09-17T16:00:00.000Z',
  })
  expect(formatPeriodText(getModule('workPermit'), permit, period)).toBe('15 Sep 2026 to 18 Sep 2026')
  expect(getModule('reservation').card.line).toContainEqual({ from: 'startTime', to: 'endTime' })
})

test('the file has the columns of rules 5.26, dates as DD/MM/YYYY and escaped formulas', () => {
  const order = createTestTicket('jobOrder', {
    status: 4,
    created_at: '2026-03-12T23:00:00.000Z',
    title: '=1+1',
    description: 'Two\nlines',
    estimatedAmount: 850,
    remarks: '',
    comment: null,
    completedDate: null,
  })
  const [header, ...rows] = formatTicketsCsv(getModule('jobOrder'), [order])
    .replace('\uFEFF', '')
    .split('\r\n')
  expect(header).toBe(
    'id,ticketNumber,clientCode,clientName,title,description,estimatedAmount,' +
      'status,remarks,comment,completedDate,createdAt',
  )
  expect(rows[0]).toBe(`7,JO-2026-000007,A-101,"Reyes, Ana",'=1+1,"Two\nlines",850,COMPLETED,,,,13/03/2026`)
})

function parseCells(file: string): Record<string, string> {
  const [header = '', row = ''] = file.replace('\uFEFF', '').split('\r\n')
  const cells = row.split(',')
  return Object.fromEntries(header.split(',').map((name, index) => [name, cells[index] ?? '']))
}

test('codes, telephones and texts that a spreadsheet would change are escaped (rules 13.48)', () => {
  const tenant = { id: 1, clientCode: '00123', uoccname: '3-12', unitNumber: '1E5' }
  const module = getModule('visitor')
  const visitor = createTestTicket('visitor', {
    tenant,
    phoneNumber: '09175550101',
    address: '1E5',
    email: '',
  })
  const cells = parseCells(
    formatTicketsCsv(module, [{ ...visitor, visitorsName: 'Ana', purposeOfVisit: 'MAR1' }]),
  )
  expect(cells).toMatchObject({
    id: '7',
    clientCode: "'00123",
    clientName: "'3-12",
    phoneNumber: "'09175550101",
    address: "'1E5",
    purposeOfVisit: "'MAR1",
    createdAt: '12/03/2026',
  })
})

test('all columns have times, bill option, assignee and due, behind those of the file (rules 13.50)', () => {
  const module = getModule('jobOrder')
  const order = createTestTicket('jobOrder', {
    tenant: { id: 1, clientCode: 'A-101', uoccname: 'Ana Reyes', unitNumber: 'A-101' },
    created_at: '2026-03-12T23:05:00.000Z',
    assignee: { id: 3, name: 'Mario' },
    due_at: '2026-03-14T09:30:00.000Z',
    completedDate: null,
  })
  const cells = parseCells(formatAllColumnsCsv(module, [order]))
  expect(Object.keys(cells).slice(0, module.csv.keys.length)).toEqual(module.csv.keys)
  expect(cells).toMatchObject({
    createdAt: '2026-03-13 07:05',
    completedDate: '',
    billOption: 'Billable',
    assignee: 'Mario',
    due: '2026-03-14 17:30',
  })
  expect(getAllColumnsFileName(module)).toBe('Job Orders Reports, all columns.csv')
})

test('all columns add no private field', () => {
  for (const module of MODULES) {
    const [header = ''] = formatAllColumnsCsv(module, []).replace('\uFEFF', '').split('\r\n')
    const addedColumns = header.split(',').filter((key) => !module.csv.keys.includes(key))
    expect(addedColumns).toEqual(expect.arrayContaining(['assignee', 'due', 'approvedBy', 'updatedAt']))
    expect(addedColumns.filter((key) => module.fields[key]?.private)).toEqual([])
  }
})
