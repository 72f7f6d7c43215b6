/**
 * Texts of the booking rules of an amenity, for residents and for messages that refuse a booking (rules
 * 25.1).
 */
import { formatPesos } from '../money.ts'
import { formatCount, formatClock, formatMinutes, formatLongDay } from '../time.ts'
import { formatDays, isClosureOver, type Closure } from './opening-times.ts'
import type { AmenityRules, Quota } from './rules.ts'

const formatHour = (time: string): string => formatClock(new Date(`1970-01-01T${time}Z`), 'UTC')

const formatHours = (openingTime: string, closingTime: string): string =>
  `${formatHour(openingTime)} to ${formatHour(closingTime)}`

const formatDuration = (hours: number): string =>
  hours >= 48 && hours % 24 === 0 ? formatCount(hours / 24, 'day') : formatCount(hours, 'hour')

const PERIOD_TEXTS: Readonly<Record<Quota['per'], string>> = {
  open: ' at a time',
  week: ' a week',
  month: ' a month',
}

export const RULE_TEXTS = {
  hours: ({ hours }: Pick<AmenityRules, 'hours'>): string =>
    hours.length === 0
      ? 'Open every day from 6:00 AM to 9:00 PM.'
      : `Open ${hours.map((row) => `${formatDays(row.days)} ${formatHours(row.opens, row.closes)}`).join('; ')}.`,
  min: (minLength: number): string => `At least ${formatMinutes(minLength)}.`,
  max: (maxLength: number): string => `At most ${formatMinutes(maxLength)}.`,
  step: (step: number): string =>
    `Start and length go in steps of ${formatMinutes(step)} from the opening time.`,
  cleaning: (length: number): string => `${formatMinutes(length)} of cleaning after each booking.`,
  notice: (hours: number): string => `Book at least ${formatDuration(hours)} before the start.`,
  ahead: (ahead: number): string => `Book at most ${formatCount(ahead, 'day')} ahead.`,
  gap: (length: number): string => `At least ${formatMinutes(length)} between two bookings of yours.`,
  onlyPaid: 'Only for tenants without an overdue amount.',
  quota: ({ most, what, per, of }: Quota): string =>
    `At most ${formatCount(most, what === 'hours' ? 'hour' : 'booking')}${PERIOD_TEXTS[per]}${of === 'all' ? ', of all amenities together' : ''}.`,
  pay: (hours: number): string =>
    `Pay within ${formatDuration(hours)} after the approval, or the booking is cancelled.`,
  cancel: (hours: number): string =>
    hours === 0 ? 'You can cancel until the start.' : `You can cancel until ${formatDuration(hours)} before.`,
} as const

export function describeClosure({ from, to, weekday, opens, closes, reason }: Closure): string {
  const closureTexts: string[] = []
  if (weekday !== null) closureTexts.push(formatDays(weekday))
  if (from !== null && (to === null || to === from)) {
    closureTexts.push(weekday === null ? `on ${formatLongDay(from)}` : `from ${formatLongDay(from)}`)
  } else if (from !== null && to !== null)
    closureTexts.push(`from ${formatLongDay(from)} to ${formatLongDay(to)}`)
  else if (to !== null) closureTexts.push(`until ${formatLongDay(to)}`)
  if (opens !== null && closes !== null) closureTexts.push(`from ${formatHours(opens, closes)}`)
  return `Closed ${closureTexts.join(', ')}: ${reason.replace(/[.!]+$/, '')}.`
}

export function describePrice({ pricePer, price, weekendPrice }: AmenityRules): string | null {
  if (pricePer === null || price === null) return null
  const priceUnit = pricePer === 'hour' ? 'an hour' : 'a booking'
  const weekendPriceText =
    weekendPrice === null || weekendPrice === price
      ? ''
      : `, ${weekendPrice === 0 ? 'free' : formatPesos(weekendPrice)} on Saturday and Sunday`
  return `${formatPesos(price)} ${priceUnit}${weekendPriceText}`
}

const describeIfSet = (value: number | null, describe: (value: number) => string): string[] =>
  value === null ? [] : [describe(value)]

/** Returns the booking rules of an amenity in words. Omits closures that ended before `today`. */
export function describeRules(rules: AmenityRules, today: string): string[] {
  const textsByRule = RULE_TEXTS
  return [
    textsByRule.hours(rules),
    ...rules.closures.filter((closure) => !isClosureOver(closure, today)).map(describeClosure),
    ...describeIfSet(rules.minMinutes, textsByRule.min),
    ...describeIfSet(rules.maxMinutes, textsByRule.max),
    ...describeIfSet(rules.stepMinutes, textsByRule.step),
    ...describeIfSet(rules.cleaningMinutes, textsByRule.cleaning),
    ...describeIfSet(rules.noticeHours, textsByRule.notice),
    ...describeIfSet(rules.aheadDays, textsByRule.ahead),
    ...rules.quotas.map(textsByRule.quota),
    ...describeIfSet(rules.gapMinutes, textsByRule.gap),
    ...(rules.onlyPaid === 1 ? [textsByRule.onlyPaid] : []),
    ...describeIfSet(rules.payHours, textsByRule.pay),
    ...describeIfSet(rules.cancelHours, textsByRule.cancel),
  ]
}
