import { formatDateTime, getCommunityTimeNow, toCommunityTime } from '#lib/time.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import {
  PAST_DAY_MESSAGE,
  PAST_TIME_MESSAGE,
  type DateTimeField,
  type Fields,
} from '@tahanan/contract/forms/fields.ts'
import type { FormValues } from './form-values.ts'

/**
 * Returns errors for typed times that the date picker would not offer (rules 5.9, 13.16). Must get only
 * changed values, because a saved date may be in the past.
 */
export function findTimeErrors(fields: Fields, values: FormValues, now = Date.now()): FieldErrors {
  const timeErrors: FieldErrors = {}
  for (const [key, field] of Object.entries(fields)) {
    const value = values[key]
    if ((field.kind !== 'dateTime' && field.kind !== 'date') || typeof value !== 'string') continue
    if (value.trim() === '') continue
    const message = field.kind === 'date' ? findFormatError(value, 'day') : findTimeError(field, value, now)
    if (message) timeErrors[key] = [message]
  }
  return timeErrors
}

const YEAR_MS = 366 * 86_400_000

/** Returns labels and dates more than a year ahead, because the year is probably a typing error. */
export function findDatesFarAhead(fields: Fields, values: FormValues, now = Date.now()): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const value = values[key]
    return field.kind === 'dateTime' && typeof value === 'string' && Date.parse(value) > now + YEAR_MS
      ? [`${field.label}: ${formatDateTime(value)}`]
      : []
  })
}

const DATE_FORMATS = { day: 'YYYY-MM-DD', minute: 'YYYY-MM-DD HH:mm' } as const

/**
 * Returns an error if the typed value is not in the format of its precision. With `minute`, a date without a
 * time is an error, because it would be saved as midnight.
 */
function findFormatError(value: string, precision: keyof typeof DATE_FORMATS): string | undefined {
  const isWhole = toCommunityTime(value) !== undefined && (precision === 'day' || value.length > 10)
  return isWhole ? undefined : `Please write it as ${DATE_FORMATS[precision]}.`
}

function findTimeError(field: DateTimeField, value: string, now: number): string | undefined {
  const formatError = findFormatError(value, field.precision)
  if (formatError) return formatError
  const wallTime = toCommunityTime(value) ?? ''
  const lastAllowedMinute = field.lastMinute ?? 59
  return (
    findPastError(field, wallTime, getCommunityTimeNow(now)) ??
    findRangeError(wallTime.slice(11, 13), field.hours ?? [0, 23], 'hours') ??
    findRangeError(wallTime.slice(14, 16), [0, lastAllowedMinute], 'minutes')
  )
}

function findPastError(field: DateTimeField, wallTime: string, wallTimeNow: string): string | undefined {
  if (field.isPastRefused && wallTime.slice(0, 10) < wallTimeNow.slice(0, 10)) return PAST_DAY_MESSAGE
  return field.isPastTimeRefused && wallTime < wallTimeNow ? PAST_TIME_MESSAGE : undefined
}

function findRangeError(
  timePart: string,
  [first, last]: readonly [number, number],
  partNoun: string,
): string | undefined {
  const isInRange = Number(timePart) >= first && Number(timePart) <= last
  return isInRange
    ? undefined
    : `Please choose ${partNoun} from ${formatTwoDigits(first)} to ${formatTwoDigits(last)}.`
}

const formatTwoDigits = (value: number): string => String(value).padStart(2, '0')
