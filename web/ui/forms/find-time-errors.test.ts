import { expect, test } from 'vitest'
import { toInstant } from '#lib/time.ts'
import { memorandum } from '@tahanan/contract/records/kinds/memorandum.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { findDatesFarAhead, findTimeErrors } from './find-time-errors.ts'
import type { FormValues } from './form-values.ts'

const { fields } = getModule('reservation')
const NOW = Date.parse('2026-03-13T02:00:00Z')
const findErrors = (values: FormValues) => findTimeErrors(fields, values, NOW)
const createTimes = (start: string, end: string) => ({
  startTime: toInstant(`2026-03-14 ${start}`),
  endTime: toInstant(`2026-03-14 ${end}`),
})

test('minutes of a reservation that the picker does not offer are refused', () => {
  const minuteErrors = ['Please choose minutes from 00 to 29.']
  expect(findErrors(createTimes('10:45', '11:30'))).toEqual({
    startTime: minuteErrors,
    endTime: minuteErrors,
  })
  expect(findErrors(createTimes('10:00', '11:59'))).toEqual({ endTime: minuteErrors })
  expect(findErrors(createTimes('10:00', '11:29'))).toEqual({})
  expect(findErrors({})).toEqual({})
})

test('hours outside the picker, text that is not a date, and a missing time are refused', () => {
  const hourErrors = ['Please choose hours from 06 to 21.']
  const formatMessage = ['Please write it as YYYY-MM-DD HH:mm.']
  expect(findErrors(createTimes('05:10', '22:10'))).toEqual({
    startTime: hourErrors,
    endTime: hourErrors,
  })
  const typedTimes = { startTime: '2026-03-14', endTime: 'tomorrow at 9' }
  expect(findErrors(typedTimes)).toEqual({ startTime: formatMessage, endTime: formatMessage })
  expect(findErrors({ startTime: '' })).toEqual({})
})

test('other fields accept any time', () => {
  const value = { dateOfUse: toInstant('2026-03-14 10:45') }
  expect(findTimeErrors(getModule('gatePass').fields, value, NOW)).toEqual({})
})

test('a past day is refused, and of a reservation also a past time (rules 13.16)', () => {
  const now = Date.parse(toInstant('2026-03-14 10:15') ?? '')
  const dayErrors = ['Please choose a date that is not in the past.']
  const timeErrors = ['Please choose a time that is not in the past.']
  expect(findTimeErrors(fields, createTimes('10:10', '10:20'), now)).toEqual({ startTime: timeErrors })
  const [yesterday, today] = [toInstant('2026-03-13 23:59'), toInstant('2026-03-14')]
  expect(findTimeErrors(fields, { startTime: yesterday }, now)).toEqual({ startTime: dayErrors })
  const visitFields = getModule('visitor').fields
  expect(findTimeErrors(visitFields, { dateOfVisit: yesterday }, now)).toEqual({ dateOfVisit: dayErrors })
  expect(findTimeErrors(visitFields, { dateOfVisit: today }, now)).toEqual({})
  const permitDates = { dateFrom: toInstant('2026-03-13'), dateTo: today }
  expect(findTimeErrors(getModule('workPermit').fields, permitDates, now)).toEqual({ dateFrom: dayErrors })
  expect(findTimeErrors(memorandum.fields, { date: yesterday }, now)).toEqual({})
})

test('dates more than a year ahead are listed by their labels', () => {
  const now = Date.parse('2026-03-14T00:00:00Z')
  const [nearTime, farTime] = [toInstant('2027-03-14 09:00'), toInstant('2037-03-14 09:00')]
  expect(
    findDatesFarAhead(fields, { startTime: farTime, endTime: nearTime, description: farTime }, now),
  ).toEqual(['Start Time: 14 Mar 2037, 9:00 AM'])
  expect(findDatesFarAhead(fields, { startTime: nearTime, endTime: null }, now)).toEqual([])
})
