import { describe, expect, test } from 'vitest'
import { parseForm } from '../forms/validate.ts'
import { describePrice, describeRules } from './describe-rules.ts'
import { listClosedSpans, type Closure } from './opening-times.ts'
import { amenityRulesForm, NO_RULES, type AmenityRules } from './rules.ts'

const getErrors = (body: object) =>
  parseForm(
    amenityRulesForm,
    { ...body },
    {
      writer: 'admin',
      action: 'update',
      timeZone: 'Asia/Manila',
      now: new Date(),
    },
  ).errors
const createHoursRow = (days: string, opens: string, closes: string) => ({ days, opens, closes })
const createClosureRow = (overrides: object) => ({ reason: 'Repairs', ...overrides })

test.each([
  [
    { hours: [createHoursRow('all', '10:00', '09:00')] },
    { 'hours.0.closes': ['It closes before it opens.'] },
  ],
  [
    { hours: [createHoursRow('0', '05:30', '09:00')] },
    { 'hours.0.opens': ['Reservations are between 6AM and 9PM.'] },
  ],
  [
    { hours: [createHoursRow('0', '08:00', '21:30')] },
    { 'hours.0.closes': ['Reservations are between 6AM and 9PM.'] },
  ],
  [
    { hours: [createHoursRow('all', '08:00', '12:00'), createHoursRow('weekend', '11:00', '13:00')] },
    { 'hours.1.days': ['These hours overlap those of a row above.'] },
  ],
  [
    { hours: [createHoursRow('workdays', '08:00', '12:00'), createHoursRow('weekend', '11:00', '13:00')] },
    {},
  ],
  [
    { hours: [createHoursRow('0', '8', '12:00')] },
    { 'hours.0.opens': ['Please input a time such as 08:00.'] },
  ],
  [{ closures: [createClosureRow({})] }, { 'closures.0.from': ['Please input a day or choose a weekday!'] }],
  [{ closures: [{ from: '2026-12-25' }] }, { 'closures.0.reason': ['Please input the reason!'] }],
  [
    { closures: [createClosureRow({ from: '2026-12-25', to: '2026-12-24' })] },
    { 'closures.0.to': ['The last day is before the first.'] },
  ],
  [
    { closures: [createClosureRow({ weekday: '1', opens: '10:00' })] },
    { 'closures.0.closes': ['Please input both times, or neither.'] },
  ],
  [
    { closures: [createClosureRow({ weekday: '1', opens: '10:00', closes: '10:00' })] },
    { 'closures.0.closes': ['It ends before it begins.'] },
  ],
  [
    { closures: [createClosureRow({ weekday: 'all' })] },
    { closures: ['With these rules no time can be booked: no opening is long enough.'] },
  ],
  [
    { minMinutes: 120, maxMinutes: 60 },
    { maxMinutes: ['The longest booking is shorter than the shortest.'] },
  ],
  [{ minMinutes: 45, stepMinutes: 30 }, { minMinutes: ['This is no multiple of the step of 30 minutes.'] }],
  [
    { hours: [createHoursRow('all', '08:00', '09:00')], minMinutes: 90 },
    { minMinutes: ['With these rules no time can be booked: no opening is long enough.'] },
  ],
  [{ noticeHours: 48, aheadDays: 2 }, { noticeHours: ['The latest booking must be after the earliest.'] }],
  [
    {
      quotas: [
        { most: 1, what: 'bookings', per: 'week', of: 'this' },
        { most: 2, what: 'bookings', per: 'week', of: 'this' },
      ],
    },
    { 'quotas.1.most': ['There is such a limit above.'] },
  ],
  [
    { minMinutes: 120, quotas: [{ most: 1, what: 'hours', per: 'week', of: 'this' }] },
    { 'quotas.0.most': ['The shortest booking is longer.'] },
  ],
  [{ pricePer: 'hour' }, { price: ['Please input the price!'] }],
  [{ weekendPrice: 24 }, { pricePer: ['Please choose what the price is for!'] }],
  [{ minMinutes: 2.5 }, { minMinutes: ['Please input whole minutes.'] }],
  [{ minMinutes: 1000 }, { minMinutes: ['From 5 to 900 minutes.'] }],
])('rules that contradict each other or leave no time are refused: %j (rules 25.2)', (body, errors) => {
  expect(getErrors(body)).toEqual(errors)
})

test('residents read the rules in words, without closures that are over', () => {
  const rules: AmenityRules = {
    ...NO_RULES,
    hours: [{ days: 'workdays', opens: '08:00', closes: '20:00' }],
    closures: [
      { from: '2026-12-01', to: null, weekday: null, opens: null, closes: null, reason: 'Repairs' },
      {
        from: '2026-12-24',
        to: '2026-12-26',
        weekday: null,
        opens: null,
        closes: null,
        reason: 'Christmas!',
      },
      { from: null, to: null, weekday: '1', opens: '12:00', closes: '13:00', reason: 'Swimming class' },
    ],
    minMinutes: 60,
    maxMinutes: 150,
    stepMinutes: 30,
    cleaningMinutes: 15,
    noticeHours: 24,
    aheadDays: 30,
    cancelHours: 48,
    quotas: [{ most: 2, what: 'bookings', per: 'week', of: 'all' }],
    gapMinutes: 60,
    onlyPaid: 1,
    pricePer: 'hour',
    price: 500,
    weekendPrice: 0,
  }
  expect(describeRules(rules, '2026-12-02')).toEqual([
    'Open Monday to Friday 8:00 AM to 8:00 PM.',
    'Closed from 24 December 2026 to 26 December 2026: Christmas.',
    'Closed Monday, from 12:00 PM to 1:00 PM: Swimming class.',
    'At least 1 hour.',
    'At most 2 hours 30 minutes.',
    'Start and length go in steps of 30 minutes from the opening time.',
    '15 minutes of cleaning after each booking.',
    'Book at least 24 hours before the start.',
    'Book at most 30 days ahead.',
    'At most 2 bookings a week, of all amenities together.',
    'At least 1 hour between two bookings of yours.',
    'Only for tenants without an overdue amount.',
    'You can cancel until 2 days before.',
  ])
  expect(describePrice(rules)).toBe('₱500.00 an hour, free on Saturday and Sunday')
  expect(describePrice(NO_RULES)).toBeNull()
})

describe('the closed parts of a day (rules 25.10)', () => {
  const MONDAY = '2026-12-07'
  const openingHours = [
    { days: 'all', opens: '08:00', closes: '12:00' },
    { days: 'all', opens: '13:00', closes: '20:00' },
  ] as const
  const listSpans = (rules: Partial<AmenityRules>) =>
    listClosedSpans({ ...NO_RULES, ...rules }, MONDAY).map(({ from, to, reason }) => [
      from / 60,
      to / 60,
      reason,
    ])
  const createClosure = (overrides: Partial<Closure>): Closure => ({
    from: MONDAY,
    to: null,
    weekday: null,
    opens: null,
    closes: null,
    reason: 'Repairs',
    ...overrides,
  })

  test.each<[string, Partial<AmenityRules>, unknown[]]>([
    ['none without rules', {}, []],
    [
      'are around the opening hours',
      { hours: openingHours },
      [
        [6, 8, null],
        [12, 13, null],
        [20, 21, null],
      ],
    ],
    [
      'are the whole day of a closure, once',
      { hours: openingHours, closures: [createClosure({})] },
      [[6, 21, 'Repairs']],
    ],
    [
      'are hours of a closure, and what it leaves of the rest',
      { hours: openingHours, closures: [createClosure({ opens: '11:00', closes: '12:30' })] },
      [
        [6, 8, null],
        [11, 12.5, 'Repairs'],
        [12.5, 13, null],
        [20, 21, null],
      ],
    ],
    ['are none of a closure on another day', { closures: [createClosure({ from: '2026-12-08' })] }, []],
    [
      'are none of a closure at night',
      { closures: [createClosure({ opens: '22:00', closes: '23:00' })] },
      [],
    ],
  ])('%s', (_, rules, spans) => {
    expect(listSpans(rules)).toEqual(spans)
  })
})
