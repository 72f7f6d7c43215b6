import type { FieldErrors } from '../errors.ts'
import { choice, date, list, money, switchField, text, wholeNumber, type Form } from '../forms/fields.ts'
import { WEEKDAYS } from '../settings/office-hours.ts'
import { RESERVATION_HOURS } from '../tickets/modules/reservation.ts'
import {
  BOOKABLE_HOURS,
  getClosedSpan,
  WEEKDAY_CHOICES,
  includesDay,
  getOpenSpans,
  toMinutes,
  subtractSpan,
  type Closure,
  type OpeningHours,
} from './opening-times.ts'

export interface Quota {
  readonly most: number
  readonly what: 'bookings' | 'hours'
  readonly per: 'open' | 'week' | 'month'
  readonly of: 'this' | 'all'
}

/** Booking rules of an amenity (rules 25.1). Null or an empty list means that there is no such rule. */
export interface AmenityRules {
  /** If empty, the amenity is open during `RESERVATION_HOURS` every day. */
  readonly hours: readonly OpeningHours[]
  readonly closures: readonly Closure[]
  readonly minMinutes: number | null
  readonly maxMinutes: number | null
  readonly stepMinutes: number | null
  readonly cleaningMinutes: number | null
  readonly noticeHours: number | null
  readonly aheadDays: number | null
  /** Residents may cancel until this number of hours before the start; null: never. */
  readonly cancelHours: number | null
  readonly quotas: readonly Quota[]
  readonly gapMinutes: number | null
  readonly onlyPaid: 0 | 1
  readonly automatic: 0 | 1
  readonly pricePer: 'hour' | 'booking' | null
  readonly price: number | null
  readonly weekendPrice: number | null
  /** An unpaid booking is cancelled this number of hours after its approval; null: never. */
  readonly payHours: number | null
  /** Minutes in which an offer of the waiting list can be accepted; null: no waiting list. */
  readonly offerMinutes: number | null
}

export const NO_RULES: AmenityRules = {
  hours: [],
  closures: [],
  minMinutes: null,
  maxMinutes: null,
  stepMinutes: null,
  cleaningMinutes: null,
  noticeHours: null,
  aheadDays: null,
  cancelHours: null,
  quotas: [],
  gapMinutes: null,
  onlyPaid: 0,
  automatic: 0,
  pricePer: null,
  price: null,
  weekendPrice: null,
  payHours: null,
  offerMinutes: null,
}

const MAX_BOOKING_MINUTES = (RESERVATION_HOURS.to - RESERVATION_HOURS.from) * 60
const MAX_NOTICE_HOURS = 24 * 365

const createWholeNumberField = (label: string, min: number, max: number, unit: string, hint?: string) =>
  wholeNumber({
    label,
    ...(hint && { hint }),
    notNumberMessage: `Please input whole ${unit}.`,
    notWholeMessage: `Please input whole ${unit}.`,
    range: { min, max, message: `From ${min} to ${max.toLocaleString('en')} ${unit}.` },
  })
const createMinutesField = (label: string, hint?: string) =>
  createWholeNumberField(label, 5, MAX_BOOKING_MINUTES, 'minutes', hint)

const createTimeField = (label: string, requiredMessage?: string) =>
  text({
    label,
    ...(requiredMessage && { required: requiredMessage }),
    input: 'time',
    max: 5,
    pattern: { source: '^(?:[01]\\d|2[0-3]):[0-5]\\d$', message: 'Please input a time such as 08:00.' },
  })

const createWeekdaysField = (label: string, requiredMessage?: string) =>
  choice(
    WEEKDAY_CHOICES.map(({ value, label: name }) => ({ value, label: name })),
    { label, variant: 'select', ...(requiredMessage && { required: requiredMessage }) },
  )

const closureFromField = date({ label: 'From' })
const closureToField = date({ label: 'To' })
const closedHoursFields = {
  opens: createTimeField('Closed from'),
  closes: createTimeField('Closed to'),
  reason: text({ label: 'Reason', required: 'Please input the reason!', max: 120 }),
}

export const closureForm: Form = {
  fields: {
    from: date({ label: 'From', required: 'Please input the day!' }),
    to: closureToField,
    ...closedHoursFields,
  },
  check: (values) => checkClosure({ weekday: null, ...values } as Closure),
}

export const amenityRulesForm: Form = {
  fields: {
    hours: list(
      {
        days: createWeekdaysField('Days', 'Please choose the days!'),
        opens: createTimeField('Opens', 'Please input the opening time!'),
        closes: createTimeField('Closes', 'Please input the closing time!'),
      },
      {
        label: 'Opening hours',
        addLabel: 'Add opening hours',
        hint: 'Without them the amenity is open from 6:00 AM to 9:00 PM every day.',
      },
    ),
    closures: list(
      {
        from: closureFromField,
        to: closureToField,
        weekday: createWeekdaysField('Only on'),
        ...closedHoursFields,
      },
      {
        label: 'Closures',
        addLabel: 'Add closure',
        hint: 'Residents see the reason. Without times the whole day is closed; without an end, one day.',
      },
    ),
    minMinutes: createMinutesField('Shortest booking (minutes)'),
    maxMinutes: createMinutesField('Longest booking (minutes)'),
    stepMinutes: createMinutesField(
      'Step (minutes)',
      'Bookings start at multiples of it after the opening, and last a multiple of it.',
    ),
    cleaningMinutes: createMinutesField(
      'Cleaning after a booking (minutes)',
      'No booking starts in this time.',
    ),
    noticeHours: createWholeNumberField(
      'Latest booking (hours before the start)',
      1,
      MAX_NOTICE_HOURS,
      'hours',
    ),
    aheadDays: createWholeNumberField('Earliest booking (days before)', 1, 730, 'days'),
    cancelHours: createWholeNumberField(
      'Latest cancellation (hours before the start)',
      0,
      MAX_NOTICE_HOURS,
      'hours',
      'Until then residents may cancel an approved booking. Empty: only the office cancels.',
    ),
    quotas: list(
      {
        most: {
          ...createWholeNumberField('At most', 1, 1000, 'bookings or hours'),
          required: 'Please input a number!',
        },
        what: choice(
          [
            { value: 'bookings', label: 'bookings' },
            { value: 'hours', label: 'hours' },
          ],
          { label: 'Bookings or hours', variant: 'select', required: 'Please choose bookings or hours!' },
        ),
        per: choice(
          [
            { value: 'open', label: 'open at once' },
            { value: 'week', label: 'a week' },
            { value: 'month', label: 'a month' },
          ],
          { label: 'In which time', variant: 'select', required: 'Please choose the time!' },
        ),
        of: choice(
          [
            { value: 'this', label: 'of this amenity' },
            { value: 'all', label: 'of all amenities' },
          ],
          { label: 'Of which amenities', variant: 'select', required: 'Please choose the amenities!' },
        ),
      },
      { label: 'Limits for a tenant', addLabel: 'Add limit', hint: 'Weeks begin on Monday.' },
    ),
    gapMinutes: createMinutesField(
      'Gap between two bookings of a tenant (minutes)',
      'So that nobody books one after the other to stay longer than the longest booking.',
    ),
    onlyPaid: switchField({
      label: 'Only tenants without an overdue amount',
      initial: 0,
    }),
    automatic: switchField({
      label: 'Approve automatically',
      initial: 0,
      hint: 'Bookings that residents file are approved at once. Otherwise the office decides.',
    }),
    pricePer: choice(
      [
        { value: 'hour', label: 'Per hour' },
        { value: 'booking', label: 'Per booking' },
      ],
      { label: 'Price', hint: 'Fills in the estimated amount of new bookings.', variant: 'select' },
    ),
    price: money({ label: 'Amount', mustBePositive: true }),
    weekendPrice: money({ label: 'Amount on Saturday and Sunday', hint: 'If it differs.' }),
    payHours: createWholeNumberField(
      'Latest payment (hours after the approval)',
      1,
      MAX_NOTICE_HOURS,
      'hours',
      'A booking with an amount that nobody paid by then is cancelled, and its time becomes free. Empty: it stays.',
    ),
    offerMinutes: createWholeNumberField(
      'Waiting list: time to accept (minutes)',
      5,
      24 * 60,
      'minutes',
      'A time that becomes free is held so long for the first tenant who waits for it. Empty: no waiting list.',
    ),
  },
  check: (values) => checkRules({ ...NO_RULES, ...values } as AmenityRules),
}

/** Finds rules that contradict each other or leave no bookable time (rules 25.2). */
function checkRules(rules: AmenityRules): FieldErrors {
  const errors: FieldErrors = {}
  const { minMinutes, maxMinutes, stepMinutes, noticeHours, aheadDays } = rules
  checkHours(rules, errors)
  checkClosures(rules, errors)
  checkQuotas(rules, errors)
  if (minMinutes !== null && maxMinutes !== null && maxMinutes < minMinutes)
    errors.maxMinutes = ['The longest booking is shorter than the shortest.']
  if (stepMinutes !== null)
    for (const key of ['minMinutes', 'maxMinutes'] as const)
      if ((rules[key] ?? 0) % stepMinutes !== 0)
        errors[key] ??= [`This is no multiple of the step of ${stepMinutes} minutes.`]
  if (noticeHours !== null && aheadDays !== null && noticeHours >= aheadDays * 24)
    errors.noticeHours = ['The latest booking must be after the earliest.']
  if (rules.pricePer !== null && rules.price === null) errors.price = ['Please input the price!']
  if (rules.pricePer === null)
    for (const key of ['price', 'weekendPrice'] as const)
      if (rules[key] !== null) errors.pricePer = ['Please choose what the price is for!']
  if (Object.keys(errors).length > 0) return errors
  const minLength = minMinutes ?? stepMinutes ?? 1
  const openSpans = WEEKDAYS.flatMap((_, weekday) =>
    rules.closures
      .filter(
        ({ from, to, weekday: closureDays }) =>
          from === null && to === null && includesDay(closureDays ?? 'all', weekday),
      )
      .reduce((spans, closure) => subtractSpan(spans, getClosedSpan(closure)), getOpenSpans(rules, weekday)),
  )
  if (!openSpans.some(({ from, to }) => to - from >= minLength)) {
    const key = minMinutes === null ? (rules.closures.length > 0 ? 'closures' : 'stepMinutes') : 'minMinutes'
    errors[key] = ['With these rules no time can be booked: no opening is long enough.']
  }
  return errors
}

function checkHours({ hours }: AmenityRules, errors: FieldErrors): void {
  const { from: first, to: last } = BOOKABLE_HOURS
  for (const [index, row] of hours.entries()) {
    const { from, to } = { from: toMinutes(row.opens), to: toMinutes(row.closes) }
    if (from >= to) errors[`hours.${index}.closes`] = ['It closes before it opens.']
    else if (from < first || to > last)
      errors[`hours.${index}.${from < first ? 'opens' : 'closes'}`] = [
        'Reservations are between 6AM and 9PM.',
      ]
    else if (
      hours
        .slice(0, index)
        .some(
          (earlierRow) =>
            WEEKDAYS.some((_, day) => includesDay(row.days, day) && includesDay(earlierRow.days, day)) &&
            toMinutes(earlierRow.opens) < to &&
            from < toMinutes(earlierRow.closes),
        )
    )
      errors[`hours.${index}.days`] = ['These hours overlap those of a row above.']
  }
}

function checkClosures({ closures }: AmenityRules, errors: FieldErrors): void {
  for (const [index, closure] of closures.entries())
    for (const [key, messages] of Object.entries(checkClosure(closure)))
      errors[`closures.${index}.${key}`] = messages
}

function checkClosure({ from, to, weekday, opens, closes }: Closure): FieldErrors {
  const errors: FieldErrors = {}
  if (from === null && weekday === null) errors.from = ['Please input a day or choose a weekday!']
  else if (from !== null && to !== null && to < from) errors.to = ['The last day is before the first.']
  if ((opens === null) !== (closes === null))
    errors[opens === null ? 'opens' : 'closes'] = ['Please input both times, or neither.']
  else if (opens !== null && closes !== null && opens >= closes) errors.closes = ['It ends before it begins.']
  return errors
}

const toQuotaKind = ({ what, per, of }: Quota): string => `${what} ${per} ${of}`

function checkQuotas({ quotas, minMinutes }: AmenityRules, errors: FieldErrors): void {
  for (const [index, quota] of quotas.entries()) {
    if (quotas.slice(0, index).some((earlierQuota) => toQuotaKind(earlierQuota) === toQuotaKind(quota)))
      errors[`quotas.${index}.most`] = ['There is such a limit above.']
    else if (quota.what === 'hours' && minMinutes !== null && quota.most * 60 < minMinutes)
      errors[`quotas.${index}.most`] = ['The shortest booking is longer.']
  }
}
