/**
 * Decides whether the rules of an amenity allow a booking, and which times are free (rules 25.3). Has no I/O:
 * the caller loads the data, and holds locks if it writes afterwards. Times are milliseconds since 1970. The
 * end of a span is not part of it.
 */
import { addDays, formatClock, formatDay, fromWallClock } from '../time.ts'
import { describeClosure, RULE_WORDS } from './describe-rules.ts'
import {
  getClosedSpan,
  isClosedOn,
  getOpenSpans,
  subtractSpan,
  type Closure,
  type MinuteSpan,
} from './opening-times.ts'
import type { AmenityRules, Quota } from './rules.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

export interface OwnBooking extends Span {
  readonly amenityId: number
}

export interface BookingFacts {
  readonly amenityId: number
  readonly rules: AmenityRules
  readonly timeZone: string
  readonly now: number
  /** Occupied times of this amenity, including cleaning time. */
  readonly taken: readonly Span[]
  /** Bookings of the tenant in all amenities, without cleaning time. */
  readonly own: readonly OwnBooking[]
  readonly isOverdue: boolean
}

/** Names of the rules, in the order in which they are checked. */
export const RULE_NAMES = [
  'closed',
  'hours',
  'length',
  'step',
  'notice',
  'ahead',
  'overdue',
  'gap',
  'quota',
] as const
export type RuleName = (typeof RULE_NAMES)[number]

export interface RuleRefusal {
  readonly rule: RuleName
  readonly words: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Default length and step of a booking, in minutes. */
export const OFFERED_STEP = 30

/** Returns the shortest offered length and the step between lengths, in minutes. */
export function getOfferedLengths(rules: AmenityRules): { min: number; step: number } {
  const step = rules.stepMinutes ?? OFFERED_STEP
  return { min: rules.minMinutes ?? Math.min(step, rules.maxMinutes ?? step), step }
}

export interface DayPlan {
  readonly day: string
  /** Opening times without the closures. */
  readonly spans: readonly Span[]
  /** Opening times including closures, because steps count from the opening time. */
  readonly openings: readonly Span[]
  readonly closures: readonly Closure[]
  /** Week (from Monday) and month of the day; null if no quota needs them. */
  readonly periods: Readonly<Record<'week' | 'month', Span>> | null
}

export function planDay(rules: AmenityRules, day: string, timeZone: string): DayPlan {
  const openings = getOpenSpans(rules, new Date(day).getUTCDay())
  const closures = rules.closures.filter((closure) => isClosedOn(closure, day))
  const spans = closures.reduce<readonly MinuteSpan[]>(
    (open, closure) => subtractSpan(open, getClosedSpan(closure)),
    openings,
  )
  const toInstants = ({ from, to }: MinuteSpan): Span => ({
    from: toDayInstant(day, from, timeZone),
    to: toDayInstant(day, to, timeZone),
  })
  const periods = rules.quotas.some(({ per }) => per !== 'open')
    ? { week: getPeriod(day, 'week', timeZone), month: getPeriod(day, 'month', timeZone) }
    : null
  return { day, spans: spans.map(toInstants), openings: openings.map(toInstants), closures, periods }
}

/** Expensive: callers that check many times of one day should reuse the plan. */
export const planBookingDay = ({ rules, timeZone }: BookingFacts, day: string): DayPlan =>
  planDay(rules, day, timeZone)

export const toSpan = (day: string, timeZone: string): Span => ({
  from: toDayInstant(day, 0, timeZone),
  to: toDayInstant(addDays(day, 1), 0, timeZone),
})

function toDayInstant(day: string, minute: number, timeZone: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const clock = { year, month, day: date, hour: Math.floor(minute / 60), minute: minute % 60, second: 0 }
  return fromWallClock(clock, timeZone).getTime()
}

export const overlaps = (one: Span, other: Span): boolean => one.from < other.to && other.from < one.to

const toDay = (instant: number, timeZone: string): string => formatDay(new Date(instant), timeZone)

/**
 * Returns the first rule that refuses a booking, in the order of `RULE_NAMES`. Does not check whether the
 * time is taken. `isFiled: false` skips the rules that depend on when the booking is made; it is for bookings
 * that already exist.
 */
export function findRefusal(
  facts: BookingFacts,
  wanted: Span,
  { isFiled = true, plan = planDay(facts.rules, toDay(wanted.from, facts.timeZone), facts.timeZone) } = {},
): RuleRefusal | null {
  const { rules, timeZone } = facts
  const closure = plan.closures.find((one) => overlaps(wanted, toClosureSpan(one, plan.day, timeZone)))
  if (closure) return { rule: 'closed', words: describeClosure(closure) }
  const opening = plan.openings.find(({ from, to }) => from <= wanted.from && wanted.to <= to)
  if (!opening) return { rule: 'hours', words: RULE_WORDS.hours(rules) }
  return (
    refuseLength(rules, opening, wanted) ??
    (isFiled ? refuseMoment(facts, plan, wanted) : null) ??
    refuseTenant(facts, plan, wanted)
  )
}

const FIXED_RULES: readonly RuleName[] = ['closed', 'hours', 'length', 'step']

/**
 * Returns a refusal that waiting cannot change (`FIXED_RULES`). Null: a tenant may join the waiting list for
 * this time (rules 25.13).
 */
export function findFixedRefusal(facts: BookingFacts, wanted: Span): RuleRefusal | null {
  const refusal = findRefusal(facts, wanted, { isFiled: false })
  return refusal && FIXED_RULES.includes(refusal.rule) ? refusal : null
}

const toClosureSpan = (closure: Closure, day: string, timeZone: string): Span => {
  const { from, to } = getClosedSpan(closure)
  return { from: toDayInstant(day, from, timeZone), to: toDayInstant(day, to, timeZone) }
}

function refuseLength(rules: AmenityRules, opening: Span, { from, to }: Span): RuleRefusal | null {
  const { minMinutes, maxMinutes, stepMinutes } = rules
  const length = (to - from) / MINUTE
  if (minMinutes !== null && length < minMinutes) return { rule: 'length', words: RULE_WORDS.min(minMinutes) }
  if (maxMinutes !== null && length > maxMinutes) return { rule: 'length', words: RULE_WORDS.max(maxMinutes) }
  if (stepMinutes === null) return null
  const isOnStep = ((from - opening.from) / MINUTE) % stepMinutes === 0 && length % stepMinutes === 0
  return isOnStep ? null : { rule: 'step', words: RULE_WORDS.step(stepMinutes) }
}

function refuseMoment(facts: BookingFacts, { day }: DayPlan, { from }: Span): RuleRefusal | null {
  const { noticeHours, aheadDays } = facts.rules
  if (noticeHours !== null && from - facts.now < noticeHours * HOUR)
    return { rule: 'notice', words: RULE_WORDS.notice(noticeHours) }
  if (aheadDays !== null && day > addDays(toDay(facts.now, facts.timeZone), aheadDays))
    return { rule: 'ahead', words: RULE_WORDS.ahead(aheadDays) }
  return null
}

function refuseTenant(facts: BookingFacts, plan: DayPlan, wanted: Span): RuleRefusal | null {
  const { rules, own, amenityId, isOverdue } = facts
  if (rules.onlyPaid === 1 && isOverdue) return { rule: 'overdue', words: RULE_WORDS.onlyPaid }
  const gap = rules.gapMinutes
  if (gap !== null) {
    const around = { from: wanted.from - gap * MINUTE, to: wanted.to + gap * MINUTE }
    if (own.some((booking) => booking.amenityId === amenityId && overlaps(booking, around)))
      return { rule: 'gap', words: RULE_WORDS.gap(gap) }
  }
  for (const quota of rules.quotas) {
    const used = getUsed(facts, plan, quota)
    const adds = quota.what === 'hours' ? wanted.to - wanted.from : 1
    const most = quota.what === 'hours' ? quota.most * HOUR : quota.most
    if (used + adds > most)
      return { rule: 'quota', words: `${RULE_WORDS.quota(quota)} You have ${formatUsed(quota, used)}.` }
  }
  return null
}

const formatUsed = ({ what }: Quota, used: number): string =>
  String(what === 'bookings' ? used : Math.round((used / HOUR) * 10) / 10)

/** Returns the used part of a quota: a number of bookings, or milliseconds of booked time. */
function getUsed(facts: BookingFacts, { periods }: DayPlan, { what, per, of }: Quota): number {
  const { own, amenityId, now } = facts
  const period = per === 'open' ? null : periods?.[per]
  const counted = own.filter(
    (booking) =>
      (of === 'all' || booking.amenityId === amenityId) &&
      (period ? booking.from >= period.from && booking.from < period.to : booking.to > now),
  )
  return what === 'hours' ? counted.reduce((sum, { from, to }) => sum + to - from, 0) : counted.length
}

export function getPeriod(day: string, per: 'week' | 'month', timeZone: string): Span {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const monday = date - ((new Date(day).getUTCDay() + 6) % 7)
  const [first, last] =
    per === 'week'
      ? [Date.UTC(year, month - 1, monday), Date.UTC(year, month - 1, monday + 7)]
      : [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)]
  const toInstant = (utc: number): number =>
    toDayInstant(new Date(utc).toISOString().slice(0, 10), 0, timeZone)
  return { from: toInstant(first), to: toInstant(last) }
}

export function describeQuotas(facts: BookingFacts, day: string): string[] {
  const plan = planDay(facts.rules, day, facts.timeZone)
  return facts.rules.quotas.map((quota) => {
    const { what, per, of, most } = quota
    const noun = `${what === 'hours' ? 'hour' : 'booking'}${most === 1 ? '' : 's'}`
    const period = per === 'open' ? null : plan.periods?.[per]
    const isNow = period && overlaps(period, { from: facts.now, to: facts.now + 1 })
    const when = !period ? ' at a time' : isNow ? ` this ${per}` : ` in that ${per}`
    const used = formatUsed(quota, getUsed(facts, plan, quota))
    return `${used} of ${most} ${noun}${when}${of === 'all' ? ', of all amenities' : ''}`
  })
}

function* findFreeStarts(facts: BookingFacts, plan: DayPlan, length: number): Generator<number> {
  const { rules, now, taken } = facts
  const step = getOfferedLengths(rules).step * MINUTE
  const cleaning = (rules.cleaningMinutes ?? 0) * MINUTE
  for (const opening of plan.openings) {
    const held = taken.filter((one) => overlaps(one, { from: opening.from, to: opening.to + cleaning }))
    for (let from = opening.from; from + length * MINUTE <= opening.to; from += step) {
      const span = { from, to: from + length * MINUTE }
      if (from < now || held.some((one) => overlaps(one, { from, to: span.to + cleaning }))) continue
      if (!findRefusal(facts, span, { plan })) yield from
    }
  }
}

export interface OfferedStart {
  readonly from: number
  readonly latestEnd: number
}

export function getOfferedStarts(
  facts: BookingFacts,
  day: string,
  plan = planBookingDay(facts, day),
): OfferedStart[] {
  const { rules, taken } = facts
  const { min, step } = getOfferedLengths(rules)
  const cleaning = (rules.cleaningMinutes ?? 0) * MINUTE
  return [...findFreeStarts(facts, plan, min)].map((from) => {
    const next = Math.min(...taken.filter((one) => one.from > from).map((one) => one.from))
    let latestEnd = from + min * MINUTE
    for (;;) {
      const span = { from, to: latestEnd + step * MINUTE }
      if (span.to + cleaning > next || findRefusal(facts, span, { plan })) return { from, latestEnd }
      latestEnd = span.to
    }
  })
}

export const SEARCHED_DAYS = 92

/**
 * Returns the next free time of the wanted length that the rules allow; null if none exists within
 * `SEARCHED_DAYS`. If the rules refuse the length, the nearest allowed length is used.
 */
export function findNextFreeTime(facts: BookingFacts, wanted: Span): Span | null {
  const { rules, timeZone, now } = facts
  if (rules.onlyPaid === 1 && facts.isOverdue) return null
  const length = allowedLength(rules, (wanted.to - wanted.from) / MINUTE)
  const first = Math.max(wanted.from, now)
  const day = toDay(first, timeZone)
  for (let ahead = 0; ahead < SEARCHED_DAYS; ahead++)
    for (const from of findFreeStarts(facts, planDay(rules, addDays(day, ahead), timeZone), length))
      if (from >= first) return { from, to: from + length * MINUTE }
  return null
}

function allowedLength({ minMinutes, maxMinutes, stepMinutes }: AmenityRules, length: number): number {
  const rounded = stepMinutes === null ? length : Math.ceil(length / stepMinutes) * stepMinutes
  return Math.max(minMinutes ?? 0, Math.min(rounded, maxMinutes ?? Infinity))
}

export type DayState = 'free' | 'partly' | 'full' | 'closed'

export function getDayState(facts: BookingFacts, day: string, plan = planBookingDay(facts, day)): DayState {
  const { rules, taken } = facts
  const { min } = getOfferedLengths(rules)
  const long = plan.spans.filter(({ from, to }) => to - from >= min * MINUTE)
  const last = long.at(-1)
  if (!last || last.to - min * MINUTE < facts.now) return 'closed'
  const forAnybody: BookingFacts = {
    ...facts,
    own: [],
    isOverdue: false,
    rules: { ...rules, noticeHours: null, aheadDays: null, quotas: [] },
  }
  if (findFreeStarts(forAnybody, plan, min).next().done) return 'full'
  return taken.some((one) => long.some((span) => overlaps(one, span))) ? 'partly' : 'free'
}

/**
 * Returns the reason why this reader cannot book on a day. Null if they can, or if only all times are taken.
 */
export function getDayRefusal(
  facts: BookingFacts,
  day: string,
  plan = planBookingDay(facts, day),
): string | null {
  const { rules, now } = facts
  const { min } = getOfferedLengths(rules)
  const long = plan.spans.filter(({ from, to }) => to - from >= min * MINUTE)
  const last = long.at(-1)
  if (!last) return plan.closures[0] ? describeClosure(plan.closures[0]) : RULE_WORDS.hours(rules)
  if (last.to - min * MINUTE < now) return 'This day is over.'
  if (!findFreeStarts(facts, plan, min).next().done) return null
  const refusals = long.map(({ from }) => findRefusal(facts, { from, to: from + min * MINUTE }, { plan }))
  return refusals.find((found) => found !== null)?.words ?? null
}

/** Returns the price in pesos; null if the amenity has no price. */
export function getPrice(rules: AmenityRules, { from, to }: Span, timeZone: string): number | null {
  const { pricePer, price, weekendPrice } = rules
  if (pricePer === null || price === null) return null
  const weekday = new Date(toDay(from, timeZone)).getUTCDay()
  const amount = weekday === 0 || weekday === 6 ? (weekendPrice ?? price) : price
  if (pricePer === 'booking') return amount
  return Math.round(((to - from) / HOUR) * amount * 100) / 100
}

export const isCancellable = ({ cancelHours }: AmenityRules, start: number, now: number): boolean =>
  cancelHours !== null && start - now >= cancelHours * HOUR && start > now

export const formatSpan = ({ from, to }: Span, timeZone: string): string =>
  `${formatClock(new Date(from), timeZone)} to ${formatClock(new Date(to), timeZone)}`
