import { expect, test } from 'vitest'
import { toInstant } from '#lib/time.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { findDatesFarAhead, findTimeErrors } from './find-time-errors.ts'

const { fields } = getModule('reservation')
const createTimes = (start: string, end: string) => ({
  startTime: toInstant(`2026-03-14 ${start}`),
  endTime: toInstant(`2026-03-14 ${end}`),
})

test('minutes of a reservation that the picker does not offer are refused', () => {
  const minuteErrors = ['Please choose minutes from 00 to 29.']
  expect(findTimeErrors(fields, createTimes('10:45', '11:30'))).toEqual({
    startTime: minuteErrors,
    endTime: minuteErrors,
  })
  expect(findTimeErrors(fields, createTimes('10:00', '11:59'))).toEqual({ endTime: minuteErrors })
  expect(findTimeErrors(fields, createTimes('10:00', '11:29'))).toEqual({})
  expect(findTimeErrors(fields, {})).toEqual({})
})

test('hours outside the picker, text that is not a date, and a missing time are refused', () => {
  const hourErrors = ['Please choose hours from 06 to 21.']
  const formatMessage = ['Please write it as YYYY-MM-DD HH:mm.']
  expect(findTimeErrors(fields, createTimes('05:10', '22:10'))).toEqual({
    startTime: hourErrors,
    endTime: hourErrors,
  })
  const typedTimes = { startTime: '2026-03-14', endTime: 'tomorrow at 9' }
  expect(findTimeErrors(fields, typedTimes)).toEqual({ startTime: formatMessage, endTime: formatMessage })
  expect(findTimeErrors(fields, { startTime: '' })).toEqual({})
})

test('other fields accept any time', () => {
  const value = { dateOfUse: toInstant('2026-03-14 10:45') }
  expect(findTimeErrors(getModule('gatePass').fields, value)).toEqual({})
})

test('dates more than a year ahead are listed by their labels', () => {
  const now = Date.parse('2026-03-14T00:00:00Z')
  const [nearTime, farTime] = [toInstant('2027-03-14 09:00'), toInstant('2037-03-14 09:00')]
  expect(
    findDatesFarAhead(fields, { startTime: farTime, endTime: nearTime, description: farTime }, now),
  ).toEqual(['Start Time: 14 Mar 2037, 9:00 AM'])
  expect(findDatesFarAhead(fields, { startTime: nearTime, endTime: null }, now)).toEqual([])
})
