import { beforeEach, expect, test } from 'vitest'
import {
  getGreeting,
  toInstant,
  setCommunityTimeZone,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatLongDay,
  formatPeriod,
  toCommunityTime,
} from './time.ts'

beforeEach(() => setCommunityTimeZone('Asia/Manila'))

test("an instant is shown in the community's time zone", () => {
  expect(formatDateTime('2026-03-14T01:00:00Z')).toBe('14 Mar 2026, 9:00 AM')
  expect(formatLongDate('2026-03-11T23:30:00Z')).toBe('Thursday, 12 March 2026')
})

test("a long date has the month's full name, a short one three letters", () => {
  const monthInstants = Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2026, month, 9)).toISOString(),
  )
  expect(monthInstants.map((day) => formatLongDay(day).split(' ')[1]).join(' ')).toBe(
    'January February March April May June July August September October November December',
  )
  expect(monthInstants.map((day) => formatDate(day).split(' ')[1]?.length)).toEqual(
    monthInstants.map(() => 3),
  )
  expect(formatLongDate('2026-09-09T00:00:00Z')).toBe('Wednesday, 9 September 2026')
})

test('a period within one day names the day once', () => {
  const [nineAm, elevenAm, threeDaysLater] = [
    '2026-03-14T01:00:00Z',
    '2026-03-14T03:00:00Z',
    '2026-03-17T01:00:00Z',
  ]
  expect(formatPeriod(nineAm, elevenAm)).toBe('14 Mar 2026, 9:00 AM to 11:00 AM')
  expect(formatPeriod(nineAm, threeDaysLater)).toBe('14 Mar 2026, 9:00 AM to 17 Mar 2026, 9:00 AM')
  expect(formatPeriod(nineAm, threeDaysLater, { days: true })).toBe('14 Mar 2026 to 17 Mar 2026')
  expect(formatPeriod(nineAm, elevenAm, { days: true })).toBe('14 Mar 2026')
})

test("the days of a period are the community's, not those of UTC", () => {
  const [sevenAm, nineAm] = ['2026-03-14T23:00:00Z', '2026-03-15T01:00:00Z']
  expect(formatPeriod(sevenAm, nineAm)).toBe('15 Mar 2026, 7:00 AM to 9:00 AM')
  const [elevenPm, oneAm] = ['2026-03-14T15:00:00Z', '2026-03-14T17:00:00Z']
  expect(formatPeriod(elevenPm, oneAm)).toBe('14 Mar 2026, 11:00 PM to 15 Mar 2026, 1:00 AM')
})

test('the current day is shown as Today', () => {
  expect(formatDateTime(new Date().toISOString())).toMatch(/^Today, \d{1,2}:\d\d [AP]M$/)
})

test('midnight in Manila belongs to the new day', () => {
  expect(toCommunityTime('2026-03-13T16:00:00Z')).toBe('2026-03-14 00:00:00')
  expect(formatDate('2026-03-13T15:59:59Z')).toBe('13 Mar 2026')
})

test('wall time and instant convert both ways', () => {
  expect(toInstant('2026-03-14 09:00:00')).toBe('2026-03-14T01:00:00.000Z')
  expect(toInstant('2026-03-14T09:00')).toBe('2026-03-14T01:00:00.000Z')
  expect(toCommunityTime(toInstant('2026-12-31 23:59:58'))).toBe('2026-12-31 23:59:58')
})

test('a wall time near a change to summer time has the right instant', () => {
  setCommunityTimeZone('America/New_York')
  expect(toInstant('2026-03-08 01:30:00')).toBe('2026-03-08T06:30:00.000Z')
  expect(toInstant('2026-03-08 03:30:00')).toBe('2026-03-08T07:30:00.000Z')
})

test('an invalid date is shown as N/A', () => {
  for (const invalidTime of ['', null, undefined, 'soon', '2026-13-45 10:00:00'])
    expect(formatDateTime(invalidTime)).toBe('N/A')
  expect(toInstant('14/03/2026')).toBeUndefined()
})

test('an unknown time zone is ignored', () => {
  setCommunityTimeZone('Manila/Asia')
  expect(toCommunityTime('2026-03-14T01:00:00Z')).toBe('2026-03-14 09:00:00')
})

test('the greeting depends on the hour', () => {
  const greetingHours = [5, 10, 11, 12, 13, 17, 18, 23]
  const partsOfDay = ['umaga', 'umaga', 'tanghali', 'tanghali', 'hapon', 'hapon', 'gabi', 'gabi']
  expect(greetingHours.map(getGreeting)).toEqual(partsOfDay.map((time) => `Magandang ${time}`))
})
