/**
 * Decides whether the rules of an amenity allow a booking, and which times are free (rules 25.3). Has no I/O:
 * the caller loads the data, and locks it if it writes afterwards. Times are milliseconds since 1970. A time
 * span does not include its end.
 */
import { addDays, formatClock, formatDay, fromWallClock } from '../time.ts'
import { describeClosure, RULE_TEXTS } from './describe-rules.ts'
import {
  getClosedSpan,
  isClosedOn,
  getOpenSpans,
  subtractSpan,
  type Closure,
  type MinuteSpan,
} from './opening-times.ts'
import type { AmenityRules, Quota } from './rules.ts'

export interface TimeSpan {
  readonly from: number
  readonly to: number
}

export interface OwnBooking extends TimeSpan {
  readonly amenityId: number
}

export interface BookingFacts {
  readonly amenityId: number
  readonly rules: AmenityRules
  readonly timeZone: string
  readonly now: number
  /** Occupied times of this amenity, including cleaning time. */
  readonly occupiedSpans: readonly TimeSpan[]
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
  readonly message: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const DEFAULT_STEP_MINUTES = 30

/** Returns the shortest offered length and the step between lengths, in minutes. */
export function getOfferedLengths(rules: AmenityRules): { min: number; step: number } {
  const offeredStepMinutes = rules.stepMinutes ?? DEFAULT_STEP_MINUTES
  return {
    min: rules.minMinutes ?? Math.min(offeredStepMinutes, rules.maxMinutes ?? offeredStepMinutes),
    step: offeredStepMinutes,
  }
}

export interface DayPlan {
  readonly day: string
  /** Opening times minus closures. */
  readonly spans: readonly TimeSpan[]
  /** Opening times before closures are subtracted, because steps count from the opening time. */
  readonly openings: readonly TimeSpan[]
  readonly closures: readonly Closure[]
  /** Week (from Monday) and month that contain the day; null if no quota of the amenity needs them. */
  readonly periods: Readonly<Record<'week' | 'month', TimeSpan>> | null
}

export function createDayPlan(rules: AmenityRules, day: string, timeZone: string): DayPlan {
  const openings = getOpenSpans(rules, new Date(day).getUTCDay())
  const closures = rules.closures.filter((closure) => isClosedOn(closure, day))
  const spans = closures.reduce<readonly MinuteSpan[]>(
    (openSpans, closure) => subtractSpan(openSpans, getClosedSpan(closure)),
    openings,
  )
  const toInstants = ({ from, to }: MinuteSpan): TimeSpan => ({
    from: toDayInstant(day, from, timeZone),
    to: toDayInstant(day, to, timeZone),
  })
  const hasPeriodQuota = rules.quotas.some(({ per }) => per !== 'open')
    ? { week: getPeriod(day, 'week', timeZone), month: getPeriod(day, 'month', timeZone) }
    : null
  return {
    day,
    spans: spans.map(toInstants),
    openings: openings.map(toInstants),
    closures,
    periods: hasPeriodQuota,
  }
}

/**
 * Creates the plan (opening times) of a day. This is slow, so reuse the plan to check many times of one day.
 */
export const createBookingDayPlan = ({ rules, timeZone }: BookingFacts, day: string): DayPlan =>
  createDayPlan(rules, day, timeZone)

export const toDaySpan = (day: string, timeZone: string): TimeSpan => ({
  from: toDayInstant(day, 0, timeZone),
  to: toDayInstant(addDays(day, 1), 0, timeZone),
})

function toDayInstant(day: string, minute: number, timeZone: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const wallClock = { year, month, day: date, hour: Math.floor(minute / 60), minute: minute % 60, second: 0 }
  return fromWallClock(wallClock, timeZone).getTime()
}

export const doSpansOverlap = (firstSpan: TimeSpan, secondSpan: TimeSpan): boolean =>
  firstSpan.from < secondSpan.to && secondSpan.from < firstSpan.to

const toDay = (instant: number, timeZone: string): string => formatDay(new Date(instant), timeZone)

/**
 * Returns the first rule that refuses a booking, in the order of `RULE_NAMES`. Does not check whether the
 * time is taken. With `isFiled: false`, for example for an existing booking, skips the rules that depend on
 * the time of filing.
 */
export function findRefusal(
  facts: BookingFacts,
  requestedSpan: TimeSpan,
  {
    isFiled = true,
    plan = createDayPlan(facts.rules, toDay(requestedSpan.from, facts.timeZone), facts.timeZone),
  } = {},
): RuleRefusal | null {
  const { rules, timeZone } = facts
  const closure = plan.closures.find((plannedClosure) =>
    doSpansOverlap(requestedSpan, toClosureSpan(plannedClosure, plan.day, timeZone)),
  )
  if (closure) return { rule: 'closed', message: describeClosure(closure) }
  const opening = plan.openings.find(({ from, to }) => from <= requestedSpan.from && requestedSpan.to <= to)
  if (!opening) return { rule: 'hours', message: RULE_TEXTS.hours(rules) }
  return (
    findLengthRefusal(rules, opening, requestedSpan) ??
    (isFiled ? findNoticeRefusal(facts, plan, requestedSpan) : null) ??
    findTenantRefusal(facts, plan, requestedSpan)
  )
}

const TIME_INDEPENDENT_RULES: readonly RuleName[] = ['closed', 'hours', 'length', 'step']

/**
 * Returns the refusal by a rule that does not depend on other bookings, or null. Such a refusal remains even
 * if others cancel, so the tenant cannot join the waiting list for the time (rules 25.13).
 */
export function findPermanentRefusal(facts: BookingFacts, requestedSpan: TimeSpan): RuleRefusal | null {
  const refusal = findRefusal(facts, requestedSpan, { isFiled: false })
  return refusal && TIME_INDEPENDENT_RULES.includes(refusal.rule) ? refusal : null
}

const toClosureSpan = (closure: Closure, day: string, timeZone: string): TimeSpan => {
  const { from, to } = getClosedSpan(closure)
  return { from: toDayInstant(day, from, timeZone), to: toDayInstant(day, to, timeZone) }
}

function findLengthRefusal(
  rules: AmenityRules,
  opening: TimeSpan,
  { from, to }: TimeSpan,
): RuleRefusal | null {
  const { minMinutes, maxMinutes, stepMinutes } = rules
  const minuteCount = (to - from) / MINUTE_MS
  if (minMinutes !== null && minuteCount < minMinutes)
    return { rule: 'length', message: RULE_TEXTS.min(minMinutes) }
  if (maxMinutes !== null && minuteCount > maxMinutes)
    return { rule: 'length', message: RULE_TEXTS.max(maxMinutes) }
  if (stepMinutes === null) return null
  const isAlignedToStep =
    ((from - opening.from) / MINUTE_MS) % stepMinutes === 0 && minuteCount % stepMinutes === 0
  return isAlignedToStep ? null : { rule: 'step', message: RULE_TEXTS.step(stepMinutes) }
}

function findNoticeRefusal(facts: BookingFacts, { day }: DayPlan, { from }: TimeSpan): RuleRefusal | null {
  const { noticeHours, aheadDays } = facts.rules
  if (noticeHours !== null && from - facts.now < noticeHours * HOUR_MS)
    return { rule: 'notice', message: RULE_TEXTS.notice(noticeHours) }
  if (aheadDays !== null && day > addDays(toDay(facts.now, facts.timeZone), aheadDays))
    return { rule: 'ahead', message: RULE_TEXTS.ahead(aheadDays) }
  return null
}

function findTenantRefusal(facts: BookingFacts, plan: DayPlan, requestedSpan: TimeSpan): RuleRefusal | null {
  const { rules, own, amenityId, isOverdue } = facts
  if (rules.onlyPaid === 1 && isOverdue) return { rule: 'overdue', message: RULE_TEXTS.onlyPaid }
  const requiredGapMinutes = rules.gapMinutes
  if (requiredGapMinutes !== null) {
    const spanWithGaps = {
      from: requestedSpan.from - requiredGapMinutes * MINUTE_MS,
      to: requestedSpan.to + requiredGapMinutes * MINUTE_MS,
    }
    if (own.some((booking) => booking.amenityId === amenityId && doSpansOverlap(booking, spanWithGaps)))
      return { rule: 'gap', message: RULE_TEXTS.gap(requiredGapMinutes) }
  }
  for (const quota of rules.quotas) {
    const usedQuota = getUsedQuota(facts, plan, quota)
    const addedUsage = quota.what === 'hours' ? requestedSpan.to - requestedSpan.from : 1
    const quotaLimit = quota.what === 'hours' ? quota.most * HOUR_MS : quota.most
    if (usedQuota + addedUsage > quotaLimit)
      return {
        rule: 'quota',
        message: `${RULE_TEXTS.quota(quota)} You have ${formatUsedQuota(quota, usedQuota)}.`,
      }
  }
  return null
}

const formatUsedQuota = ({ what }: Quota, usedQuota: number): string =>
  String(what === 'bookings' ? usedQuota : Math.round((usedQuota / HOUR_MS) * 10) / 10)

/** Returns the used part of a quota: a number of bookings, or milliseconds of booked time. */
function getUsedQuota(facts: BookingFacts, { periods }: DayPlan, { what, per, of }: Quota): number {
  const { own, amenityId, now } = facts
  const period = per === 'open' ? null : periods?.[per]
  const countedBookings = own.filter(
    (booking) =>
      (of === 'all' || booking.amenityId === amenityId) &&
      (period ? booking.from >= period.from && booking.from < period.to : booking.to > now),
  )
  return what === 'hours'
    ? countedBookings.reduce((sum, { from, to }) => sum + to - from, 0)
    : countedBookings.length
}

export function getPeriod(day: string, periodKind: 'week' | 'month', timeZone: string): TimeSpan {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const monday = date - ((new Date(day).getUTCDay() + 6) % 7)
  const [first, last] =
    periodKind === 'week'
      ? [Date.UTC(year, month - 1, monday), Date.UTC(year, month - 1, monday + 7)]
      : [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)]
  const toInstant = (utc: number): number =>
    toDayInstant(new Date(utc).toISOString().slice(0, 10), 0, timeZone)
  return { from: toInstant(first), to: toInstant(last) }
}

export function describeQuotas(facts: BookingFacts, day: string): string[] {
  const plan = createDayPlan(facts.rules, day, facts.timeZone)
  return facts.rules.quotas.map((quota) => {
    const { what, per, of, most } = quota
    const noun = `${what === 'hours' ? 'hour' : 'booking'}${most === 1 ? '' : 's'}`
    const period = per === 'open' ? null : plan.periods?.[per]
    const isCurrentPeriod = period && doSpansOverlap(period, { from: facts.now, to: facts.now + 1 })
    const periodText = !period ? ' at a time' : isCurrentPeriod ? ` this ${per}` : ` in that ${per}`
    const usedText = formatUsedQuota(quota, getUsedQuota(facts, plan, quota))
    return `${usedText} of ${most} ${noun}${periodText}${of === 'all' ? ', of all amenities' : ''}`
  })
}

function* findFreeStarts(facts: BookingFacts, plan: DayPlan, length: number): Generator<number> {
  const { rules, now, occupiedSpans } = facts
  const stepMs = getOfferedLengths(rules).step * MINUTE_MS
  const cleaningMs = (rules.cleaningMinutes ?? 0) * MINUTE_MS
  for (const opening of plan.openings) {
    const takenSpans = occupiedSpans.filter((takenSpan) =>
      doSpansOverlap(takenSpan, { from: opening.from, to: opening.to + cleaningMs }),
    )
    for (let startMs = opening.from; startMs + length * MINUTE_MS <= opening.to; startMs += stepMs) {
      const offeredSpan = { from: startMs, to: startMs + length * MINUTE_MS }
      if (
        startMs < now ||
        takenSpans.some((takenSpan) =>
          doSpansOverlap(takenSpan, { from: startMs, to: offeredSpan.to + cleaningMs }),
        )
      )
        continue
      if (!findRefusal(facts, offeredSpan, { plan })) yield startMs
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
  plan = createBookingDayPlan(facts, day),
): OfferedStart[] {
  const { rules, occupiedSpans } = facts
  const { min, step } = getOfferedLengths(rules)
  const cleaningMs = (rules.cleaningMinutes ?? 0) * MINUTE_MS
  return [...findFreeStarts(facts, plan, min)].map((from) => {
    const nextTakenStart = Math.min(
      ...occupiedSpans.filter((takenSpan) => takenSpan.from > from).map((takenSpan) => takenSpan.from),
    )
    let latestEnd = from + min * MINUTE_MS
    for (;;) {
      const nextLongerSpan = { from, to: latestEnd + step * MINUTE_MS }
      if (nextLongerSpan.to + cleaningMs > nextTakenStart || findRefusal(facts, nextLongerSpan, { plan }))
        return { from, latestEnd }
      latestEnd = nextLongerSpan.to
    }
  })
}

export const MAX_SEARCH_DAYS = 92

/**
 * Returns the next free time of the wanted length that the rules allow; null if none exists within
 * `MAX_SEARCH_DAYS`. If the rules refuse the length, uses the nearest allowed length.
 */
export function findNextFreeTime(facts: BookingFacts, requestedSpan: TimeSpan): TimeSpan | null {
  const { rules, timeZone, now } = facts
  if (rules.onlyPaid === 1 && facts.isOverdue) return null
  const length = getAllowedLength(rules, (requestedSpan.to - requestedSpan.from) / MINUTE_MS)
  const earliestStart = Math.max(requestedSpan.from, now)
  const day = toDay(earliestStart, timeZone)
  for (let daysAhead = 0; daysAhead < MAX_SEARCH_DAYS; daysAhead++)
    for (const freeStart of findFreeStarts(
      facts,
      createDayPlan(rules, addDays(day, daysAhead), timeZone),
      length,
    ))
      if (freeStart >= earliestStart) return { from: freeStart, to: freeStart + length * MINUTE_MS }
  return null
}

function getAllowedLength({ minMinutes, maxMinutes, stepMinutes }: AmenityRules, length: number): number {
  const roundedLength = stepMinutes === null ? length : Math.ceil(length / stepMinutes) * stepMinutes
  return Math.max(minMinutes ?? 0, Math.min(roundedLength, maxMinutes ?? Infinity))
}

const hasFreeStart = (facts: BookingFacts, plan: DayPlan): boolean =>
  !findFreeStarts(facts, plan, getOfferedLengths(facts.rules).min).next().done

/** Removes the rules that depend on the tenant or on the current time. */
const dropTenantRules = (facts: BookingFacts): BookingFacts => ({
  ...facts,
  own: [],
  isOverdue: false,
  rules: { ...facts.rules, noticeHours: null, aheadDays: null, quotas: [] },
})

export type DayState = 'free' | 'partly' | 'full' | 'closed'

export function getDayState(
  facts: BookingFacts,
  day: string,
  plan = createBookingDayPlan(facts, day),
): DayState {
  const { rules, occupiedSpans } = facts
  const { min } = getOfferedLengths(rules)
  const longSpans = plan.spans.filter(({ from, to }) => to - from >= min * MINUTE_MS)
  const lastLongSpan = longSpans.at(-1)
  if (!lastLongSpan || lastLongSpan.to - min * MINUTE_MS < facts.now) return 'closed'
  if (!hasFreeStart(dropTenantRules(facts), plan)) return 'full'
  return occupiedSpans.some((takenSpan) => longSpans.some((span) => doSpansOverlap(takenSpan, span)))
    ? 'partly'
    : 'free'
}

/**
 * Returns the reason why the tenant cannot book on a day: the rule that refuses a free time. Returns null if
 * they can book, or if other bookings take all times that the rules allow and no time is free.
 */
export function getDayRefusal(
  facts: BookingFacts,
  day: string,
  plan = createBookingDayPlan(facts, day),
): string | null {
  const { rules, now } = facts
  const { min } = getOfferedLengths(rules)
  const longSpans = plan.spans.filter(({ from, to }) => to - from >= min * MINUTE_MS)
  const lastLongSpan = longSpans.at(-1)
  if (!lastLongSpan) return plan.closures[0] ? describeClosure(plan.closures[0]) : RULE_TEXTS.hours(rules)
  if (lastLongSpan.to - min * MINUTE_MS < now) return 'This day is over.'
  if (hasFreeStart(facts, plan)) return null
  const tenantIndependentFacts = dropTenantRules(facts)
  const [freeStart] = findFreeStarts(tenantIndependentFacts, plan, min)
  const isTakenByOthers = freeStart === undefined && hasFreeStart({ ...facts, occupiedSpans: [] }, plan)
  if (isTakenByOthers) return null
  const [anyStart] = findFreeStarts({ ...tenantIndependentFacts, occupiedSpans: [] }, plan, min)
  const from = freeStart ?? anyStart ?? lastLongSpan.from
  return findRefusal(facts, { from, to: from + min * MINUTE_MS }, { plan })?.message ?? null
}

/** Returns the price in pesos; null if the amenity has no price. */
export function getPrice(rules: AmenityRules, { from, to }: TimeSpan, timeZone: string): number | null {
  const { pricePer, price, weekendPrice } = rules
  if (pricePer === null || price === null) return null
  const weekday = new Date(toDay(from, timeZone)).getUTCDay()
  const amount = weekday === 0 || weekday === 6 ? (weekendPrice ?? price) : price
  if (pricePer === 'booking') return amount
  return Math.round(((to - from) / HOUR_MS) * amount * 100) / 100
}

export const isCancellable = ({ cancelHours }: AmenityRules, start: number, now: number): boolean =>
  cancelHours !== null && start - now >= cancelHours * HOUR_MS && start > now

export const formatSpan = ({ from, to }: TimeSpan, timeZone: string): string =>
  `${formatClock(new Date(from), timeZone)} to ${formatClock(new Date(to), timeZone)}`
