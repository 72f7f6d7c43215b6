import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWallClock } from '../time.ts'
import { RULE_TEXTS } from './describe-rules.ts'
import {
  getDayRefusal,
  getDayState,
  describeQuotas,
  findRefusal,
  isCancellable,
  findNextFreeTime,
  getOfferedStarts,
  getPrice,
  type BookingFacts,
  type OwnBooking,
  type TimeSpan,
} from './judge-booking.ts'
import { toMinutes } from './opening-times.ts'
import { NO_RULES, type AmenityRules } from './rules.ts'

const timeZone = 'Asia/Manila'
const BOOKING_DAY = '2026-12-07'
const toInstantAt = (time: string, day = BOOKING_DAY): number => Date.parse(`${day}T${time}:00+08:00`)
const createSpan = (from: string, to: string, day = BOOKING_DAY): TimeSpan => ({
  from: toInstantAt(from, day),
  to: toInstantAt(to, day),
})

function createBookingFacts(
  rules: Partial<AmenityRules>,
  overrides: Partial<BookingFacts> = {},
): BookingFacts {
  return {
    amenityId: 1,
    rules: { ...NO_RULES, ...rules },
    timeZone,
    now: toInstantAt('08:00', '2026-12-04'),
    occupiedSpans: [],
    own: [],
    isOverdue: false,
    ...overrides,
  }
}
const createOwnBooking = (from: string, to: string, day = BOOKING_DAY, amenityId = 1): OwnBooking => ({
  ...createSpan(from, to, day),
  amenityId,
})
const createClosure = (overrides: object) => ({
  from: null,
  to: null,
  weekday: null,
  opens: null,
  closes: null,
  reason: 'Repairs',
  ...overrides,
})

describe('a booking is refused by the first rule that it violates (rules 25.3)', () => {
  const cases: [string, BookingFacts, TimeSpan, string | null][] = [
    ['no rule', createBookingFacts({}), createSpan('06:00', '21:00'), null],
    [
      'a closed day',
      createBookingFacts({ closures: [createClosure({ from: BOOKING_DAY })] }),
      createSpan('10:00', '11:00'),
      'Closed on 7 December 2026: Repairs.',
    ],
    [
      'closed hours of a weekday',
      createBookingFacts({ closures: [createClosure({ weekday: '1', opens: '12:00', closes: '13:00' })] }),
      createSpan('12:30', '14:00'),
      'Closed Monday, from 12:00 PM to 1:00 PM: Repairs.',
    ],
    [
      'hours beside a closure',
      createBookingFacts({ closures: [createClosure({ weekday: '1', opens: '12:00', closes: '13:00' })] }),
      createSpan('13:00', '14:00'),
      null,
    ],
    [
      'outside of the hours of the day',
      createBookingFacts({ hours: [{ days: 'workdays', opens: '08:00', closes: '12:00' }] }),
      createSpan('11:00', '13:00'),
      'Open Monday to Friday 8:00 AM to 12:00 PM.',
    ],
    [
      'a day without hours',
      createBookingFacts({ hours: [{ days: 'weekend', opens: '08:00', closes: '12:00' }] }),
      createSpan('09:00', '10:00'),
      'Open Saturday and Sunday 8:00 AM to 12:00 PM.',
    ],
    [
      'across the break of a day',
      createBookingFacts({
        hours: [
          { days: 'all', opens: '08:00', closes: '12:00' },
          { days: 'all', opens: '13:00', closes: '17:00' },
        ],
      }),
      createSpan('11:00', '14:00'),
      'Open every day 8:00 AM to 12:00 PM; every day 1:00 PM to 5:00 PM.',
    ],
    ['too short', createBookingFacts({ minMinutes: 60 }), createSpan('09:00', '09:30'), 'At least 1 hour.'],
    [
      'too long',
      createBookingFacts({ maxMinutes: 90 }),
      createSpan('09:00', '11:00'),
      'At most 1 hour 30 minutes.',
    ],
    [
      'off the step',
      createBookingFacts({ stepMinutes: 30 }),
      createSpan('09:15', '09:45'),
      'Start and length go in steps of 30 minutes from the opening time.',
    ],
    [
      'too late',
      createBookingFacts({ noticeHours: 48 }, { now: toInstantAt('10:01', '2026-12-05') }),
      createSpan('10:00', '11:00'),
      'Book at least 2 days before the start.',
    ],
    [
      'in time',
      createBookingFacts({ noticeHours: 48 }, { now: toInstantAt('10:00', '2026-12-05') }),
      createSpan('10:00', '11:00'),
      null,
    ],
    [
      'too early',
      createBookingFacts({ aheadDays: 2 }),
      createSpan('10:00', '11:00'),
      'Book at most 2 days ahead.',
    ],
    ['on the first day', createBookingFacts({ aheadDays: 3 }), createSpan('20:00', '21:00'), null],
    [
      'an overdue amount',
      createBookingFacts({ onlyPaid: 1 }, { isOverdue: true }),
      createSpan('10:00', '11:00'),
      'Only for tenants without an overdue amount.',
    ],
    [
      'one after the other',
      createBookingFacts({ gapMinutes: 60 }, { own: [createOwnBooking('08:00', '10:00')] }),
      createSpan('10:30', '11:30'),
      'At least 1 hour between two bookings of yours.',
    ],
    [
      'with the gap',
      createBookingFacts({ gapMinutes: 60 }, { own: [createOwnBooking('08:00', '10:00')] }),
      createSpan('11:00', '12:00'),
      null,
    ],
    [
      'beside one of another amenity',
      createBookingFacts({ gapMinutes: 60 }, { own: [createOwnBooking('08:00', '10:00', BOOKING_DAY, 2)] }),
      createSpan('10:00', '11:00'),
      null,
    ],
    [
      'the second of a week',
      createBookingFacts(
        { quotas: [{ most: 1, what: 'bookings', per: 'week', of: 'this' }] },
        { own: [createOwnBooking('08:00', '10:00', '2026-12-13')] },
      ),
      createSpan('10:00', '11:00'),
      'At most 1 booking a week. You have 1.',
    ],
    [
      'the first of the next week',
      createBookingFacts(
        { quotas: [{ most: 1, what: 'bookings', per: 'week', of: 'this' }] },
        { own: [createOwnBooking('08:00', '10:00', '2026-12-06')] },
      ),
      createSpan('10:00', '11:00'),
      null,
    ],
    [
      'too many hours of all amenities in a month',
      createBookingFacts(
        { quotas: [{ most: 3, what: 'hours', per: 'month', of: 'all' }] },
        { own: [createOwnBooking('08:00', '09:30', '2026-12-31', 2)] },
      ),
      createSpan('10:00', '12:00'),
      'At most 3 hours a month, of all amenities together. You have 1.5.',
    ],
    [
      'one more open at once',
      createBookingFacts(
        { quotas: [{ most: 1, what: 'bookings', per: 'open', of: 'this' }] },
        { own: [createOwnBooking('08:00', '10:00', '2027-03-01')] },
      ),
      createSpan('10:00', '12:00'),
      'At most 1 booking at a time. You have 1.',
    ],
    [
      'one more while another is running',
      createBookingFacts(
        { quotas: [{ most: 1, what: 'bookings', per: 'open', of: 'this' }] },
        { own: [createOwnBooking('07:00', '09:00', '2026-12-04')] },
      ),
      createSpan('10:00', '12:00'),
      'At most 1 booking at a time. You have 1.',
    ],
  ]
  test.each(cases)('%s', (_, facts, requestedSpan, expectedMessage) => {
    expect(findRefusal(facts, requestedSpan)?.message ?? null).toBe(expectedMessage)
  })

  test('a booking that was filed before is not judged by the moment of booking', () => {
    const bookingFacts = createBookingFacts({ noticeHours: 100, aheadDays: 1, minMinutes: 60 })
    expect(findRefusal(bookingFacts, createSpan('10:00', '11:00'), { isFiled: false })).toBeNull()
    expect(findRefusal(bookingFacts, createSpan('10:00', '10:30'), { isFiled: false })?.rule).toBe('length')
  })
})

test('the calendar shows days that are free, partly free, full and closed, with the reader’s own reasons', () => {
  const rules = { hours: [{ days: 'workdays', opens: '08:00', closes: '10:00' }], minMinutes: 60 } as const
  const getTestDayState = (overrides: Partial<BookingFacts>, day = BOOKING_DAY) =>
    getDayState(createBookingFacts(rules, overrides), day)
  expect(getTestDayState({})).toBe('free')
  expect(getTestDayState({ occupiedSpans: [createSpan('08:00', '09:00')] })).toBe('partly')
  expect(getTestDayState({ occupiedSpans: [createSpan('08:30', '09:30')] })).toBe('full')
  expect(getTestDayState({}, '2026-12-12')).toBe('closed')
  expect(getTestDayState({}, '2026-12-03')).toBe('closed')
  const quotas = [{ most: 1, what: 'bookings', per: 'week', of: 'this' }] as const
  const limitedFacts = createBookingFacts(
    { ...rules, quotas },
    { own: [createOwnBooking('08:00', '09:00', '2026-12-08')] },
  )
  expect(getDayState(limitedFacts, BOOKING_DAY)).toBe('free')
  expect(getDayRefusal(limitedFacts, BOOKING_DAY)).toBe('At most 1 booking a week. You have 1.')
  expect(getDayRefusal(limitedFacts, '2026-12-14')).toBeNull()
  expect(getDayRefusal(limitedFacts, '2026-12-12')).toBe('Open Monday to Friday 8:00 AM to 10:00 AM.')
  expect(describeQuotas(limitedFacts, BOOKING_DAY)).toEqual(['1 of 1 booking in that week'])
  expect(describeQuotas(limitedFacts, '2026-12-04')).toEqual(['0 of 1 booking this week'])
})

test('a day that others have booked out has no rule as its reason (rules 25.6)', () => {
  const rules: Partial<AmenityRules> = {
    stepMinutes: 60,
    closures: [createClosure({ from: BOOKING_DAY, opens: '06:00', closes: '06:30' })],
  }
  const bookedOut = { occupiedSpans: [createSpan('07:00', '21:00')] }
  expect(getDayRefusal(createBookingFacts(rules, bookedOut), BOOKING_DAY)).toBeNull()
})

test('a day on which others left only times that a rule refuses has this rule as its reason', () => {
  const lateFacts = createBookingFacts(
    { noticeHours: 4 },
    { occupiedSpans: [createSpan('09:00', '21:00')], now: toInstantAt('05:00') },
  )
  expect(getDayState(lateFacts, BOOKING_DAY)).toBe('partly')
  expect(getDayRefusal(lateFacts, BOOKING_DAY)).toBe(RULE_TEXTS.notice(4))
  const ownBooking = createOwnBooking('12:00', '13:00')
  const gapFacts = createBookingFacts(
    { gapMinutes: 60 },
    {
      own: [ownBooking],
      occupiedSpans: [createSpan('06:00', '11:00'), ownBooking, createSpan('14:00', '21:00')],
    },
  )
  expect(getDayRefusal(gapFacts, BOOKING_DAY)).toBe(RULE_TEXTS.gap(60))
})

test('the reason of a day is the step only if no start of the step fits', () => {
  const closure = createClosure({ from: BOOKING_DAY, opens: '06:00', closes: '06:30' })
  const usedQuota = { quotas: [{ most: 1, what: 'bookings', per: 'open', of: 'this' }] } as const
  expect(
    getDayRefusal(
      createBookingFacts(
        { stepMinutes: 60, closures: [closure], ...usedQuota },
        { own: [createOwnBooking('08:00', '09:00', '2026-12-08')] },
      ),
      BOOKING_DAY,
    ),
  ).toBe('At most 1 booking at a time. You have 1.')
  const restClosure = createClosure({ from: BOOKING_DAY, opens: '07:30', closes: '21:00' })
  const noStartFacts = createBookingFacts({ stepMinutes: 60, closures: [closure, restClosure] })
  expect(getDayRefusal(noStartFacts, BOOKING_DAY)).toBe(RULE_TEXTS.step(60))
})

const listOfferedStarts = (facts: BookingFacts) =>
  getOfferedStarts(facts, BOOKING_DAY).map(({ from, latestEnd }) =>
    [from, latestEnd].map(toMinuteOfDay).join('-'),
  )
test('offered times keep cleaning, the next booking, and quotas of hours', () => {
  const rules = {
    hours: [{ days: 'all', opens: '08:00', closes: '12:00' }],
    minMinutes: 60,
    stepMinutes: 60,
  } as const
  expect(listOfferedStarts(createBookingFacts(rules))).toEqual(['8-12', '9-12', '10-12', '11-12'])
  expect(
    listOfferedStarts(createBookingFacts(rules, { occupiedSpans: [createSpan('10:00', '11:00')] })),
  ).toEqual(['8-10', '9-10', '11-12'])
  expect(
    listOfferedStarts(
      createBookingFacts(
        { ...rules, cleaningMinutes: 30 },
        { occupiedSpans: [createSpan('10:00', '11:00')] },
      ),
    ),
  ).toEqual(['8-9', '11-12'])
  const quotas = [{ most: 2, what: 'hours', per: 'week', of: 'this' }] as const
  expect(listOfferedStarts(createBookingFacts({ ...rules, quotas }))).toEqual([
    '8-10',
    '9-11',
    '10-12',
    '11-12',
  ])
  expect(listOfferedStarts(createBookingFacts(rules, { now: toInstantAt('09:30') }))).toEqual([
    '10-12',
    '11-12',
  ])
})
const toMinuteOfDay = (instant: number): number => toWallClock(new Date(instant), timeZone).hour

test('days of a clock change have their opening hours', () => {
  const zoneAndTime = { timeZone: 'America/New_York', now: Date.parse('2026-03-01T00:00:00Z') }
  const rules = {
    hours: [{ days: 'all', opens: '08:00', closes: '10:00' }],
    minMinutes: 60,
    stepMinutes: 60,
  } as const
  const listStartsOfDay = (day: string) =>
    getOfferedStarts(createBookingFacts(rules, zoneAndTime), day).map(({ from }) =>
      new Date(from).toISOString().slice(11, 16),
    )
  expect(listStartsOfDay('2026-03-07')).toEqual(['13:00', '14:00'])
  expect(listStartsOfDay('2026-03-08')).toEqual(['12:00', '13:00'])
})

const getTestPrice = (rules: Partial<AmenityRules>, requestedSpan: TimeSpan) =>
  getPrice({ ...NO_RULES, ...rules }, requestedSpan, timeZone)

test('a price is per hour or booking, and differs on weekends', () => {
  const hourlyPrice = { pricePer: 'hour', price: 500, weekendPrice: 700.5 } as const
  expect(getTestPrice({}, createSpan('10:00', '12:00'))).toBeNull()
  expect(getTestPrice(hourlyPrice, createSpan('10:00', '11:30'))).toBe(750)
  expect(getTestPrice(hourlyPrice, createSpan('10:00', '12:00', '2026-12-12'))).toBe(1401)
  expect(getTestPrice({ ...hourlyPrice, pricePer: 'booking' }, createSpan('10:00', '12:00'))).toBe(500)
  expect(getTestPrice({ ...hourlyPrice, weekendPrice: 0 }, createSpan('10:00', '12:00', '2026-12-13'))).toBe(
    0,
  )
})

const createCancelRules = (cancelHours: number | null) => ({ ...NO_RULES, cancelHours })

test('residents cancel until the hours before the start that the office set', () => {
  expect(
    isCancellable(createCancelRules(null), toInstantAt('10:00'), toInstantAt('08:00', '2026-12-01')),
  ).toBe(false)
  expect(isCancellable(createCancelRules(24), toInstantAt('10:00'), toInstantAt('10:00', '2026-12-06'))).toBe(
    true,
  )
  expect(isCancellable(createCancelRules(24), toInstantAt('10:00'), toInstantAt('10:01', '2026-12-06'))).toBe(
    false,
  )
  expect(isCancellable(createCancelRules(0), toInstantAt('10:00'), toInstantAt('10:00'))).toBe(false)
})

const MODEL_RULES = fc.record({
  opens: fc.integer({ min: 6, max: 12 }),
  closes: fc.integer({ min: 15, max: 21 }),
  closedDay: fc.option(fc.integer({ min: 0, max: 6 })),
  min: fc.option(fc.integer({ min: 1, max: 3 })),
  max: fc.option(fc.integer({ min: 3, max: 8 })),
  cleaning: fc.boolean(),
  notice: fc.option(fc.integer({ min: 1, max: 72 })),
  ahead: fc.option(fc.integer({ min: 3, max: 20 })),
  perWeek: fc.option(fc.integer({ min: 1, max: 3 })),
  hoursOpen: fc.option(fc.integer({ min: 3, max: 10 })),
  gap: fc.option(fc.integer({ min: 1, max: 3 })),
  onlyPaid: fc.boolean(),
  isOverdue: fc.boolean(),
})
const MODEL_BOOKING = fc.record({
  day: fc.integer({ min: 0, max: 24 }),
  from: fc.integer({ min: 5, max: 20 }),
  hours: fc.integer({ min: 1, max: 9 }),
  isOwn: fc.boolean(),
})
type ModelRules = typeof MODEL_RULES extends fc.Arbitrary<infer Value> ? Value : never
type ModelBooking = typeof MODEL_BOOKING extends fc.Arbitrary<infer Value> ? Value : never

/** The tests count hours from Monday, 7 December 2026, 00:00. The present time is 08:00 of that day. */
const CURRENT_HOUR = 8
const getStart = ({ day, from }: ModelBooking): number => day * 24 + from

function findModelRefusal(
  rules: ModelRules,
  booking: ModelBooking,
  otherBookings: readonly ModelBooking[],
): string | null {
  const { day, from, hours } = booking
  const [start, end] = [getStart(booking), getStart(booking) + hours]
  if ((day + 1) % 7 === rules.closedDay) return 'closed'
  if (from < rules.opens || from + hours > rules.closes) return 'hours'
  if (hours < (rules.min ?? 0) || hours > (rules.max ?? 99)) return 'length'
  if (start - CURRENT_HOUR < (rules.notice ?? -999)) return 'notice'
  if (day > (rules.ahead ?? 999)) return 'ahead'
  if (rules.onlyPaid && rules.isOverdue) return 'overdue'
  const ownBookings = otherBookings.filter(({ isOwn }) => isOwn)
  const gapHours = rules.gap
  if (
    gapHours !== null &&
    ownBookings.some(
      (ownBooking) =>
        getStart(ownBooking) < end + gapHours && start - gapHours < getStart(ownBooking) + ownBooking.hours,
    )
  )
    return 'gap'
  const bookingsOfWeek = ownBookings.filter(
    (ownBooking) => Math.floor(ownBooking.day / 7) === Math.floor(day / 7),
  )
  if (rules.perWeek !== null && bookingsOfWeek.length + 1 > rules.perWeek) return 'quota'
  const openBookings = ownBookings.filter(
    (ownBooking) => getStart(ownBooking) + ownBooking.hours > CURRENT_HOUR,
  )
  const bookedHours = openBookings.reduce((sum, openBooking) => sum + openBooking.hours, 0)
  return rules.hoursOpen !== null && bookedHours + hours > rules.hoursOpen ? 'quota' : null
}

const isTaken = (
  rules: ModelRules,
  booking: ModelBooking,
  otherBookings: readonly ModelBooking[],
): boolean => {
  const cleaningHours = rules.cleaning ? 1 : 0
  return otherBookings.some(
    (otherBooking) =>
      getStart(otherBooking) < getStart(booking) + booking.hours + cleaningHours &&
      getStart(booking) < getStart(otherBooking) + otherBooking.hours + cleaningHours,
  )
}

function findModelNextTime(
  rules: ModelRules,
  booking: ModelBooking,
  otherBookings: readonly ModelBooking[],
): number | null {
  if (rules.onlyPaid && rules.isOverdue) return null
  const allowedHours = Math.max(rules.min ?? 0, Math.min(booking.hours, rules.max ?? 99))
  for (let hour = Math.max(getStart(booking), CURRENT_HOUR); hour < 24 * 90; hour++) {
    const candidateBooking = { day: Math.floor(hour / 24), from: hour % 24, hours: allowedHours, isOwn: true }
    if (
      !isTaken(rules, candidateBooking, otherBookings) &&
      findModelRefusal(rules, candidateBooking, otherBookings) === null
    )
      return hour
  }
  return null
}

const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

test('random rules and bookings are judged as a plain model judges them (rules 25.3)', () => {
  const firstDayStart = Date.parse('2026-12-07T00:00:00+08:00')
  const toInstant = (hour: number): number => firstDayStart + hour * 3_600_000
  const toModelSpan = (modelBooking: ModelBooking): TimeSpan => ({
    from: toInstant(getStart(modelBooking)),
    to: toInstant(getStart(modelBooking) + modelBooking.hours),
  })
  fc.assert(
    fc.property(
      MODEL_RULES,
      fc.array(MODEL_BOOKING, { maxLength: 12 }),
      MODEL_BOOKING,
      (model, otherBookings, requestedBooking) => {
        const cleaningMinutes = model.cleaning ? 60 : 0
        const rules: Partial<AmenityRules> = {
          hours: [{ days: 'all', opens: formatHour(model.opens), closes: formatHour(model.closes) }],
          closures:
            model.closedDay === null ? [] : [createClosure({ weekday: String(model.closedDay) as '0' })],
          minMinutes: model.min && model.min * 60,
          maxMinutes: model.max && model.max * 60,
          stepMinutes: 60,
          cleaningMinutes: cleaningMinutes || null,
          noticeHours: model.notice,
          aheadDays: model.ahead,
          quotas: [
            ...(model.perWeek === null
              ? []
              : [{ most: model.perWeek, what: 'bookings', per: 'week', of: 'this' } as const]),
            ...(model.hoursOpen === null
              ? []
              : [{ most: model.hoursOpen, what: 'hours', per: 'open', of: 'all' } as const]),
          ],
          gapMinutes: model.gap && model.gap * 60,
          onlyPaid: model.onlyPaid ? 1 : 0,
        }
        const bookingFacts = createBookingFacts(rules, {
          now: toInstant(CURRENT_HOUR),
          isOverdue: model.isOverdue,
          occupiedSpans: otherBookings.map((otherBooking) => ({
            ...toModelSpan(otherBooking),
            to: toModelSpan(otherBooking).to + cleaningMinutes * 60_000,
          })),
          own: otherBookings
            .filter(({ isOwn }) => isOwn)
            .map((ownBooking) => ({ ...toModelSpan(ownBooking), amenityId: 1 })),
        })
        expect(findRefusal(bookingFacts, toModelSpan(requestedBooking))?.rule ?? null).toBe(
          findModelRefusal(model, requestedBooking, otherBookings),
        )
        const nextTime = findModelNextTime(model, requestedBooking, otherBookings)
        expect(findNextFreeTime(bookingFacts, toModelSpan(requestedBooking))?.from ?? null).toBe(
          nextTime && toInstant(nextTime),
        )
      },
    ),
    { numRuns: 100 },
  )
  expect(toMinutes('06:30')).toBe(390)
})
