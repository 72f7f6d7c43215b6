import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWallClock } from '../time.ts'
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
  type Span,
} from './judge-booking.ts'
import { toMinutes } from './opening-times.ts'
import { NO_RULES, type AmenityRules } from './rules.ts'

const timeZone = 'Asia/Manila'
/** A Monday. */
const DAY = '2026-12-07'
const at = (time: string, day = DAY): number => Date.parse(`${day}T${time}:00+08:00`)
const span = (from: string, to: string, day = DAY): Span => ({ from: at(from, day), to: at(to, day) })

function makeFacts(rules: Partial<AmenityRules>, more: Partial<BookingFacts> = {}): BookingFacts {
  return {
    amenityId: 1,
    rules: { ...NO_RULES, ...rules },
    timeZone,
    now: at('08:00', '2026-12-04'),
    taken: [],
    own: [],
    isOverdue: false,
    ...more,
  }
}
const own = (from: string, to: string, day = DAY, amenityId = 1): OwnBooking => ({
  ...span(from, to, day),
  amenityId,
})
const closure = (more: object) => ({
  from: null,
  to: null,
  weekday: null,
  opens: null,
  closes: null,
  reason: 'Repairs',
  ...more,
})

describe('a booking is refused by the first rule that it violates (rules 25.3)', () => {
  const cases: [string, BookingFacts, Span, string | null][] = [
    ['no rule', makeFacts({}), span('06:00', '21:00'), null],
    [
      'a closed day',
      makeFacts({ closures: [closure({ from: DAY })] }),
      span('10:00', '11:00'),
      'Closed on 7 December 2026: Repairs.',
    ],
    [
      'closed hours of a weekday',
      makeFacts({ closures: [closure({ weekday: '1', opens: '12:00', closes: '13:00' })] }),
      span('12:30', '14:00'),
      'Closed Monday, from 12:00 PM to 1:00 PM: Repairs.',
    ],
    [
      'hours beside a closure',
      makeFacts({ closures: [closure({ weekday: '1', opens: '12:00', closes: '13:00' })] }),
      span('13:00', '14:00'),
      null,
    ],
    [
      'outside of the hours of the day',
      makeFacts({ hours: [{ days: 'workdays', opens: '08:00', closes: '12:00' }] }),
      span('11:00', '13:00'),
      'Open Monday to Friday 8:00 AM to 12:00 PM.',
    ],
    [
      'a day without hours',
      makeFacts({ hours: [{ days: 'weekend', opens: '08:00', closes: '12:00' }] }),
      span('09:00', '10:00'),
      'Open Saturday and Sunday 8:00 AM to 12:00 PM.',
    ],
    [
      'across the break of a day',
      makeFacts({
        hours: [
          { days: 'all', opens: '08:00', closes: '12:00' },
          { days: 'all', opens: '13:00', closes: '17:00' },
        ],
      }),
      span('11:00', '14:00'),
      'Open every day 8:00 AM to 12:00 PM; every day 1:00 PM to 5:00 PM.',
    ],
    ['too short', makeFacts({ minMinutes: 60 }), span('09:00', '09:30'), 'At least 1 hour.'],
    ['too long', makeFacts({ maxMinutes: 90 }), span('09:00', '11:00'), 'At most 1 hour 30 minutes.'],
    [
      'off the step',
      makeFacts({ stepMinutes: 30 }),
      span('09:15', '09:45'),
      'In steps of 30 minutes from the opening.',
    ],
    [
      'too late',
      makeFacts({ noticeHours: 48 }, { now: at('10:01', '2026-12-05') }),
      span('10:00', '11:00'),
      'Booked at least 2 days before the start.',
    ],
    [
      'in time',
      makeFacts({ noticeHours: 48 }, { now: at('10:00', '2026-12-05') }),
      span('10:00', '11:00'),
      null,
    ],
    ['too early', makeFacts({ aheadDays: 2 }), span('10:00', '11:00'), 'Booked at most 2 days ahead.'],
    ['on the first day', makeFacts({ aheadDays: 3 }), span('20:00', '21:00'), null],
    [
      'an overdue amount',
      makeFacts({ onlyPaid: 1 }, { isOverdue: true }),
      span('10:00', '11:00'),
      'Only without an overdue amount.',
    ],
    [
      'one after the other',
      makeFacts({ gapMinutes: 60 }, { own: [own('08:00', '10:00')] }),
      span('10:30', '11:30'),
      'At least 1 hour between two bookings of yours.',
    ],
    [
      'with the gap',
      makeFacts({ gapMinutes: 60 }, { own: [own('08:00', '10:00')] }),
      span('11:00', '12:00'),
      null,
    ],
    [
      'beside one of another amenity',
      makeFacts({ gapMinutes: 60 }, { own: [own('08:00', '10:00', DAY, 2)] }),
      span('10:00', '11:00'),
      null,
    ],
    [
      'the second of a week',
      makeFacts(
        { quotas: [{ most: 1, what: 'bookings', per: 'week', of: 'this' }] },
        { own: [own('08:00', '10:00', '2026-12-13')] },
      ),
      span('10:00', '11:00'),
      'At most 1 booking a week. You have 1.',
    ],
    [
      'the first of the next week',
      makeFacts(
        { quotas: [{ most: 1, what: 'bookings', per: 'week', of: 'this' }] },
        { own: [own('08:00', '10:00', '2026-12-06')] },
      ),
      span('10:00', '11:00'),
      null,
    ],
    [
      'too many hours of all amenities in a month',
      makeFacts(
        { quotas: [{ most: 3, what: 'hours', per: 'month', of: 'all' }] },
        { own: [own('08:00', '09:30', '2026-12-31', 2)] },
      ),
      span('10:00', '12:00'),
      'At most 3 hours a month, of all amenities together. You have 1.5.',
    ],
    [
      'one more open at once',
      makeFacts(
        { quotas: [{ most: 1, what: 'bookings', per: 'open', of: 'this' }] },
        { own: [own('08:00', '10:00', '2027-03-01')] },
      ),
      span('10:00', '12:00'),
      'At most 1 booking at a time. You have 1.',
    ],
  ]
  test.each(cases)('%s', (_, facts, wanted, words) => {
    expect(findRefusal(facts, wanted)?.words ?? null).toBe(words)
  })

  test('a booking that was filed before is not judged by the moment of booking', () => {
    const facts = makeFacts({ noticeHours: 100, aheadDays: 1, minMinutes: 60 })
    expect(findRefusal(facts, span('10:00', '11:00'), { isFiled: false })).toBeNull()
    expect(findRefusal(facts, span('10:00', '10:30'), { isFiled: false })?.rule).toBe('length')
  })
})

test('the calendar shows days that are free, partly free, full and closed, with the reader’s own reasons', () => {
  const rules = { hours: [{ days: 'workdays', opens: '08:00', closes: '10:00' }], minMinutes: 60 } as const
  const state = (more: Partial<BookingFacts>, day = DAY) => getDayState(makeFacts(rules, more), day)
  expect(state({})).toBe('free')
  expect(state({ taken: [span('08:00', '09:00')] })).toBe('partly')
  expect(state({ taken: [span('08:30', '09:30')] })).toBe('full')
  expect(state({}, '2026-12-12')).toBe('closed')
  expect(state({}, '2026-12-03')).toBe('closed')
  const quotas = [{ most: 1, what: 'bookings', per: 'week', of: 'this' }] as const
  const limited = makeFacts({ ...rules, quotas }, { own: [own('08:00', '09:00', '2026-12-08')] })
  expect(getDayState(limited, DAY)).toBe('free')
  expect(getDayRefusal(limited, DAY)).toBe('At most 1 booking a week. You have 1.')
  expect(getDayRefusal(limited, '2026-12-14')).toBeNull()
  expect(getDayRefusal(limited, '2026-12-12')).toBe('Open Monday to Friday 8:00 AM to 10:00 AM.')
  expect(describeQuotas(limited, DAY)).toEqual(['1 of 1 booking in that week'])
  expect(describeQuotas(limited, '2026-12-04')).toEqual(['0 of 1 booking this week'])
})

const listOffered = (facts: BookingFacts) =>
  getOfferedStarts(facts, DAY).map(({ from, latestEnd }) => [from, latestEnd].map(toClock).join('-'))
test('offered times keep cleaning, the next booking, and quotas of hours', () => {
  const rules = {
    hours: [{ days: 'all', opens: '08:00', closes: '12:00' }],
    minMinutes: 60,
    stepMinutes: 60,
  } as const
  expect(listOffered(makeFacts(rules))).toEqual(['8-12', '9-12', '10-12', '11-12'])
  expect(listOffered(makeFacts(rules, { taken: [span('10:00', '11:00')] }))).toEqual([
    '8-10',
    '9-10',
    '11-12',
  ])
  expect(
    listOffered(makeFacts({ ...rules, cleaningMinutes: 30 }, { taken: [span('10:00', '11:00')] })),
  ).toEqual(['8-9', '11-12'])
  const quotas = [{ most: 2, what: 'hours', per: 'week', of: 'this' }] as const
  expect(listOffered(makeFacts({ ...rules, quotas }))).toEqual(['8-10', '9-11', '10-12', '11-12'])
  expect(listOffered(makeFacts(rules, { now: at('09:30') }))).toEqual(['10-12', '11-12'])
})
const toClock = (instant: number): number => toWallClock(new Date(instant), timeZone).hour

test('days of a clock change have their opening hours', () => {
  const zone = { timeZone: 'America/New_York', now: Date.parse('2026-03-01T00:00:00Z') }
  const rules = {
    hours: [{ days: 'all', opens: '08:00', closes: '10:00' }],
    minMinutes: 60,
    stepMinutes: 60,
  } as const
  const starts = (day: string) =>
    getOfferedStarts(makeFacts(rules, zone), day).map(({ from }) =>
      new Date(from).toISOString().slice(11, 16),
    )
  expect(starts('2026-03-07')).toEqual(['13:00', '14:00'])
  expect(starts('2026-03-08')).toEqual(['12:00', '13:00'])
})

const getTestPrice = (rules: Partial<AmenityRules>, wanted: Span) =>
  getPrice({ ...NO_RULES, ...rules }, wanted, timeZone)

test('a price is per hour or booking, and differs on weekends', () => {
  const hourly = { pricePer: 'hour', price: 500, weekendPrice: 700.5 } as const
  expect(getTestPrice({}, span('10:00', '12:00'))).toBeNull()
  expect(getTestPrice(hourly, span('10:00', '11:30'))).toBe(750)
  expect(getTestPrice(hourly, span('10:00', '12:00', '2026-12-12'))).toBe(1401)
  expect(getTestPrice({ ...hourly, pricePer: 'booking' }, span('10:00', '12:00'))).toBe(500)
  expect(getTestPrice({ ...hourly, weekendPrice: 0 }, span('10:00', '12:00', '2026-12-13'))).toBe(0)
})

const createCancelRules = (cancelHours: number | null) => ({ ...NO_RULES, cancelHours })

test('residents cancel until the hours before the start that the office set', () => {
  expect(isCancellable(createCancelRules(null), at('10:00'), at('08:00', '2026-12-01'))).toBe(false)
  expect(isCancellable(createCancelRules(24), at('10:00'), at('10:00', '2026-12-06'))).toBe(true)
  expect(isCancellable(createCancelRules(24), at('10:00'), at('10:01', '2026-12-06'))).toBe(false)
  expect(isCancellable(createCancelRules(0), at('10:00'), at('10:00'))).toBe(false)
})

const HOURS = fc.record({
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
const BOOKING = fc.record({
  day: fc.integer({ min: 0, max: 24 }),
  from: fc.integer({ min: 5, max: 20 }),
  hours: fc.integer({ min: 1, max: 9 }),
  isOwn: fc.boolean(),
})
type Model = typeof HOURS extends fc.Arbitrary<infer Value> ? Value : never
type ModelBooking = typeof BOOKING extends fc.Arbitrary<infer Value> ? Value : never

/** Hour 0 of the model is Monday, 7 December 2026, 00:00. The present time is 08:00 of that day. */
const NOW = 8
const getStart = ({ day, from }: ModelBooking): number => day * 24 + from

function findModelRefusal(
  rules: Model,
  booking: ModelBooking,
  others: readonly ModelBooking[],
): string | null {
  const { day, from, hours } = booking
  const [start, end] = [getStart(booking), getStart(booking) + hours]
  if ((day + 1) % 7 === rules.closedDay) return 'closed'
  if (from < rules.opens || from + hours > rules.closes) return 'hours'
  if (hours < (rules.min ?? 0) || hours > (rules.max ?? 99)) return 'length'
  if (start - NOW < (rules.notice ?? -999)) return 'notice'
  if (day > (rules.ahead ?? 999)) return 'ahead'
  if (rules.onlyPaid && rules.isOverdue) return 'overdue'
  const mine = others.filter(({ isOwn }) => isOwn)
  const gap = rules.gap
  if (
    gap !== null &&
    mine.some((one) => getStart(one) < end + gap && start - gap < getStart(one) + one.hours)
  )
    return 'gap'
  const week = mine.filter((one) => Math.floor(one.day / 7) === Math.floor(day / 7))
  if (rules.perWeek !== null && week.length + 1 > rules.perWeek) return 'quota'
  const open = mine.filter((one) => getStart(one) + one.hours > NOW)
  const booked = open.reduce((sum, one) => sum + one.hours, 0)
  return rules.hoursOpen !== null && booked + hours > rules.hoursOpen ? 'quota' : null
}

const isTaken = (rules: Model, booking: ModelBooking, others: readonly ModelBooking[]): boolean => {
  const cleaning = rules.cleaning ? 1 : 0
  return others.some(
    (one) =>
      getStart(one) < getStart(booking) + booking.hours + cleaning &&
      getStart(booking) < getStart(one) + one.hours + cleaning,
  )
}

function findModelNextTime(
  rules: Model,
  booking: ModelBooking,
  others: readonly ModelBooking[],
): number | null {
  if (rules.onlyPaid && rules.isOverdue) return null
  const hours = Math.max(rules.min ?? 0, Math.min(booking.hours, rules.max ?? 99))
  for (let hour = Math.max(getStart(booking), NOW); hour < 24 * 90; hour++) {
    const tried = { day: Math.floor(hour / 24), from: hour % 24, hours, isOwn: true }
    if (!isTaken(rules, tried, others) && findModelRefusal(rules, tried, others) === null) return hour
  }
  return null
}

const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

test('random rules and bookings are judged as a plain model judges them (rules 25.3)', () => {
  const first = Date.parse('2026-12-07T00:00:00+08:00')
  const toInstant = (hour: number): number => first + hour * 3_600_000
  const toModelSpan = (one: ModelBooking): Span => ({
    from: toInstant(getStart(one)),
    to: toInstant(getStart(one) + one.hours),
  })
  fc.assert(
    fc.property(HOURS, fc.array(BOOKING, { maxLength: 12 }), BOOKING, (model, others, wanted) => {
      const cleaning = model.cleaning ? 60 : 0
      const rules: Partial<AmenityRules> = {
        hours: [{ days: 'all', opens: formatHour(model.opens), closes: formatHour(model.closes) }],
        closures: model.closedDay === null ? [] : [closure({ weekday: String(model.closedDay) as '0' })],
        minMinutes: model.min && model.min * 60,
        maxMinutes: model.max && model.max * 60,
        stepMinutes: 60,
        cleaningMinutes: cleaning || null,
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
      const facts = makeFacts(rules, {
        now: toInstant(NOW),
        isOverdue: model.isOverdue,
        taken: others.map((one) => ({ ...toModelSpan(one), to: toModelSpan(one).to + cleaning * 60_000 })),
        own: others.filter(({ isOwn }) => isOwn).map((one) => ({ ...toModelSpan(one), amenityId: 1 })),
      })
      expect(findRefusal(facts, toModelSpan(wanted))?.rule ?? null).toBe(
        findModelRefusal(model, wanted, others),
      )
      const next = findModelNextTime(model, wanted, others)
      expect(findNextFreeTime(facts, toModelSpan(wanted))?.from ?? null).toBe(next && toInstant(next))
    }),
    { numRuns: 100 },
  )
  expect(toMinutes('06:30')).toBe(390)
})
