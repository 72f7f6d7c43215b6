import { describe, expect, test } from 'vitest'
import { MODULES, moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { aTicket } from './testing.ts'
import { csvValue, periodText, valueText } from './values.ts'

describe.each(MODULES.map((module) => [module.name, module] as const))('%s', (name, module) => {
  test('every column of its tables and its CSV file has words', () => {
    const filled = aTicket(name)
    for (const key of Object.keys(module.stamps)) filled[key] = '2026-03-13T01:00:00.000Z'
    // what only the office fills in, or what is a picture, may be empty
    const mayBeEmpty = (key: string) =>
      key === 'remarks' || module.fields[key]?.kind === 'files' || module.fields[key]?.writers !== undefined
    const columns = [...module.residentColumns, ...module.officeColumns].map(({ key }) => key)
    const empty = [...columns, ...module.csv.keys].filter(
      (key) =>
        valueText(module, filled, key) === '' && csvValue(module, filled, key) === '' && !mayBeEmpty(key),
    )
    expect(empty).toEqual([])
  })
})

test('a time that is none is N/A on the page and empty in a file', () => {
  const module = moduleNamed('visitor')
  const record = aTicket('visitor', { arrivalDate: null, dateOfVisit: 'never' })
  expect(valueText(module, record, 'arrivalDate')).toBe('N/A')
  expect(valueText(module, record, 'dateOfVisit')).toBe('N/A')
  expect(csvValue(module, record, 'arrivalDate')).toBe('')
})

test('CSV dates are DD/MM/YYYY, amounts are numbers, lists are words', () => {
  const order = aTicket('jobOrder', { estimatedAmount: 850.5 })
  expect(csvValue(moduleNamed('jobOrder'), order, 'estimatedAmount')).toBe(850.5)
  expect(csvValue(moduleNamed('jobOrder'), order, 'createdAt')).toBe('12/03/2026')
  const pass = aTicket('gatePass')
  expect(csvValue(moduleNamed('gatePass'), pass, 'items')).toBe(
    'Refrigerator, 7 cu ft (1); Monobloc chairs (12)',
  )
  expect(csvValue(moduleNamed('gatePass'), pass, 'status')).toBe('FOR APPROVAL')
})

test('an amount that was not set yet is not shown as free', () => {
  const module = moduleNamed('reservation')
  expect(valueText(module, aTicket('reservation', { estimatedAmount: 0 }), 'estimatedAmount')).toBe(
    'No amount yet',
  )
  expect(valueText(module, aTicket('reservation', { estimatedAmount: 400 }), 'estimatedAmount')).toBe(
    '₱400.00',
  )
  expect(csvValue(module, aTicket('reservation', { estimatedAmount: 0 }), 'estimatedAmount')).toBe(0)
})

test('the card of what has a beginning and an end says both, with a word between them', () => {
  const [period] = moduleNamed('workPermit').card.line
  if (typeof period !== 'object' || !('from' in period)) throw new Error('a work permit has a period')
  const permit = aTicket('workPermit', {
    dateFrom: '2026-09-14T16:00:00.000Z',
    dateTo: '2026-09-17T16:00:00.000Z',
  })
  expect(periodText(moduleNamed('workPermit'), permit, period)).toBe('15 Sep 2026 to 18 Sep 2026')
  expect(moduleNamed('reservation').card.line).toContainEqual({ from: 'startTime', to: 'endTime' })
})
