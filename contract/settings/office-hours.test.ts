import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPickerTime, parseTime, toWallClock } from '../time.ts'
import { getPhilippineHolidays } from './get-philippine-holidays.ts'
import {
  addOfficeHours,
  DEFAULT_OFFICE_WEEK,
  getOfficeDayError,
  toOfficeDay,
  WEEKDAYS,
  type OfficeDay,
  type OfficeWeek,
} from './office-hours.ts'

const MANILA = 'Asia/Manila'
const createCalendar = (
  holidays: readonly string[] = [],
  week: OfficeWeek = DEFAULT_OFFICE_WEEK,
  timeZone = MANILA,
) => ({
  week,
  holidays: new Set(holidays),
  timeZone,
})
const parseInstant = (text: string, timeZone = MANILA) => parseTime(text, timeZone) ?? new Date(Number.NaN)
const getDueTime = (from: string, hours: number, ...rest: Parameters<typeof createCalendar>) => {
  const officeCalendar = createCalendar(...rest)
  return formatPickerTime(
    addOfficeHours(parseInstant(from, officeCalendar.timeZone), hours, officeCalendar),
    officeCalendar.timeZone,
  )
}

describe('a number of office hours later', () => {
  // 25 November 2026 is a Wednesday.
  test.each([
    ['within the day', '2026-11-25 09:30', 2, '2026-11-25 11:30:00'],
    ['at closing time', '2026-11-25 09:00', 8, '2026-11-25 17:00:00'],
    ['on the next day', '2026-11-25 16:00', 2, '2026-11-26 09:00:00'],
    ['before opening', '2026-11-25 05:00', 1, '2026-11-25 09:00:00'],
    ['after closing', '2026-11-25 17:00', 1, '2026-11-26 09:00:00'],
    ['at midnight', '2026-11-25 00:00', 1, '2026-11-25 09:00:00'],
    ['a second before midnight', '2026-11-25 23:59:59', 1, '2026-11-26 09:00:00'],
    ['over a Saturday and a Sunday', '2026-11-27 16:00', 6, '2026-11-30 09:00:00'],
    ['filed on a Sunday', '2026-11-29 10:00', 1, '2026-11-30 09:00:00'],
  ])('%s', (_, from, hours, expected) => expect(getDueTime(from, hours)).toBe(expected))

  test('skips holidays back to back, over the end of a year', () => {
    const holidays = [...getPhilippineHolidays(2026), ...getPhilippineHolidays(2027)].map(({ date }) => date)
    // 30 December to 1 January are holidays, 2 January is a Saturday.
    expect(getDueTime('2026-12-29 16:00', 2, holidays)).toBe('2027-01-02 09:00:00')
    expect(getDueTime('2026-12-31 23:59', 5, holidays)).toBe('2027-01-04 09:00:00')
  })

  test('skips days without office hours, and counts 2000 hours of one a week', () => {
    const week: OfficeWeek = [null, null, null, { opens: '13:00', closes: '14:00' }, null, null, null]
    expect(getDueTime('2026-11-25 13:30', 1, [], week)).toBe('2026-12-02 13:30:00')
    expect(getDueTime('2026-11-25 00:00', 2000, [], week)).toBe('2065-03-18 14:00:00')
  })

  test('skips the lunch break', () => {
    const day = { opens: '08:00', closes: '17:00', breakFrom: '12:00', breakTo: '13:00' }
    const week = WEEKDAYS.map(() => day)
    expect(getDueTime('2026-11-25 11:00', 2, [], week)).toBe('2026-11-25 14:00:00')
    expect(getDueTime('2026-11-25 12:30', 1, [], week)).toBe('2026-11-25 14:00:00')
    expect(getDueTime('2026-11-25 11:00', 1, [], week)).toBe('2026-11-25 12:00:00')
    expect(getDueTime('2026-11-25 08:00', 9, [], week)).toBe('2026-11-26 09:00:00')
  })

  test('throws for a week without office hours', () => {
    const week = Array.from({ length: 7 }, () => null)
    expect(() => addOfficeHours(new Date(), 1, createCalendar([], week))).toThrow(RangeError)
  })

  test('has the wall clock of a zone that changes its offset', () => {
    // In New York, clocks go back on 1 November 2026, and forward on 14 March 2027.
    expect(getDueTime('2026-10-31 11:00', 2, [], DEFAULT_OFFICE_WEEK, 'America/New_York')).toBe(
      '2026-11-02 09:00:00',
    )
    expect(getDueTime('2027-03-13 11:00', 2, [], DEFAULT_OFFICE_WEEK, 'America/New_York')).toBe(
      '2027-03-15 09:00:00',
    )
  })
})

function createRandom(seed: number) {
  let state = seed
  return (upperBound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % upperBound
  }
}

const toTwoDigits = (n: number) => String(n).padStart(2, '0')

function createRandomCalendar(random: (upperBound: number) => number) {
  const timeZone = random(2) ? MANILA : 'America/New_York'
  // In New York, only hours from 3:00 on are tested. Daylight saving skips or repeats an hour before 3:00,
  // so a clock time in that hour does not exist or exists twice.
  const earliestHour = timeZone === MANILA ? 0 : 3
  const week = Array.from({ length: 7 }, (): OfficeDay | null => {
    const openingHour = earliestHour + random(23 - earliestHour)
    const closingHour = openingHour + 1 + random(23 - openingHour)
    const day = {
      opens: `${toTwoDigits(openingHour)}:${toTwoDigits(random(60))}`,
      closes: `${toTwoDigits(closingHour)}:59`,
    }
    const lunchBreak = {
      breakFrom: `${toTwoDigits(closingHour)}:${toTwoDigits(random(30))}`,
      breakTo: `${toTwoDigits(closingHour)}:${toTwoDigits(30 + random(29))}`,
    }
    return random(3) === 0 ? null : { ...day, ...(random(2) && lunchBreak) }
  })
  week[random(7)] ??= { opens: '00:00', closes: '23:59' }
  const holidays = Array.from(
    { length: random(20) },
    () => `2026-${random(2) ? '12' : '01'}-${toTwoDigits(1 + random(31))}`,
  )
  return createCalendar(holidays, week, timeZone)
}

function isOfficeOpen(time: Date, { week, holidays, timeZone }: ReturnType<typeof createCalendar>): boolean {
  const { year, month, day, hour, minute } = toWallClock(time, timeZone)
  const hoursOfDay = week[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]
  const now = `${toTwoDigits(hour)}:${toTwoDigits(minute)}`
  return (
    !!hoursOfDay &&
    !holidays.has(`${year}-${toTwoDigits(month)}-${toTwoDigits(day)}`) &&
    hoursOfDay.opens <= now &&
    now < hoursOfDay.closes &&
    !(hoursOfDay.breakFrom !== undefined && hoursOfDay.breakFrom <= now && now < hoursOfDay.breakTo!)
  )
}

function compareWithMinuteModel(seed: number): void {
  const random = createRandom(seed)
  const officeCalendar = createRandomCalendar(random)
  const startTime = new Date(Date.UTC(2025, 11, 20) + random(60 * 24 * 380) * 60_000)
  const hoursToAdd = 1 + random(20)
  const deadline = addOfficeHours(startTime, hoursToAdd, officeCalendar)
  let openMinutes = 0
  let currentMinuteMs = startTime.getTime()
  while (openMinutes < hoursToAdd * 60) {
    if (isOfficeOpen(new Date(currentMinuteMs), officeCalendar)) openMinutes++
    currentMinuteMs += 60_000
  }
  expect(deadline).toEqual(new Date(currentMinuteMs))
  expect(addOfficeHours(startTime, hoursToAdd + 1, officeCalendar).getTime()).toBeGreaterThan(
    deadline.getTime(),
  )
}

test('agrees with a count of open minutes, for random offices and times', () => {
  fc.assert(fc.property(fc.nat(), compareWithMinuteModel), { numRuns: 60 })
})

const getError = (opens: string, closes: string, breakFrom?: string, breakTo?: string) =>
  getOfficeDayError({ opens, closes, breakFrom, breakTo } as OfficeDay, 'Monday')

describe('the times of a day', () => {
  test('have a lunch break between opening and closing, or none (rules 11.19)', () => {
    expect(getError('08:00', '17:00')).toBeUndefined()
    expect(getError('08:00', '17:00', '', '')).toBeUndefined()
    expect(getError('08:00', '17:00', '12:00', '13:00')).toBeUndefined()
    expect(getError('', '17:00')).toBe('Please input both times.')
    expect(getError('17:00', '08:00')).toBe('Monday closes before it opens.')
    for (const [from, to] of [
      ['12:00', ''],
      ['', '13:00'],
      ['12:00', '25:00'],
    ] as const)
      expect(getError('08:00', '17:00', from, to)).toBe(
        'Please input both times of the lunch break, or neither.',
      )
    expect(getError('08:00', '17:00', '13:00', '12:00')).toBe('The lunch break ends before it begins.')
    for (const [from, to] of [
      ['07:00', '09:00'],
      ['08:00', '09:00'],
      ['16:00', '17:00'],
    ] as const)
      expect(getError('08:00', '17:00', from, to)).toBe(
        'Please put the lunch break between opening and closing.',
      )
  })

  test('are stored without an empty break', () => {
    const day = { opens: '08:00', closes: '17:00' }
    expect(toOfficeDay({ ...day, breakFrom: '', breakTo: '' })).toEqual(day)
  })
})

describe('the Philippine holidays', () => {
  test.each([
    [2026, ['2026-04-02', '2026-04-03'], '2026-08-31'],
    [2027, ['2027-03-25', '2027-03-26'], '2027-08-30'],
    [2024, ['2024-03-28', '2024-03-29'], '2024-08-26'],
    [2038, ['2038-04-22', '2038-04-23'], '2038-08-30'],
  ])('of %i follow Easter and the last Monday of August', (year, holyWeek, heroesDay) => {
    const dayByHolidayName = new Map(getPhilippineHolidays(year).map(({ date, name }) => [name, date]))
    expect([dayByHolidayName.get('Maundy Thursday'), dayByHolidayName.get('Good Friday')]).toEqual(holyWeek)
    expect(dayByHolidayName.get('National Heroes Day')).toBe(heroesDay)
    expect(dayByHolidayName.size).toBe(14)
  })

  test('has one name for a day of two holidays', () => {
    const holidaysOfDay = getPhilippineHolidays(2020).filter(({ date }) => date === '2020-04-09')
    expect(holidaysOfDay).toEqual([{ date: '2020-04-09', name: 'Araw ng Kagitingan' }])
  })
})
