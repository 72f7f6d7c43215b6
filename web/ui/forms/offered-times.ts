import { wallOf } from '#lib/time.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { DateTimeField, Fields } from '@tahanan/contract/forms/fields.ts'
import type { FormValues } from './form-values.ts'

/**
 * Messages for times that a picker does not offer but that can be typed, or chosen with a phone's own picker (rules 5.9, 13.16): the
 * server takes them. A text that is no date says how one is written.
 */
export function timesNotOffered(fields: Fields, values: FormValues): FieldErrors {
  const found: FieldErrors = {}
  for (const [key, field] of Object.entries(fields)) {
    const value = values[key]
    if ((field.kind !== 'dateTime' && field.kind !== 'date') || typeof value !== 'string') continue
    if (value.trim() === '') continue
    const message = field.kind === 'date' ? notWritten(value, 'day') : notOffered(field, value)
    if (message) found[key] = [message]
  }
  return found
}

const FORMS = { day: 'YYYY-MM-DD', minute: 'YYYY-MM-DD HH:mm' } as const

/** A day alone is the midnight that it begins with, which nobody meant where a time is asked for. */
function notWritten(value: string, precision: keyof typeof FORMS): string | undefined {
  const isWhole = wallOf(value) !== undefined && (precision === 'day' || value.length > 10)
  return isWhole ? undefined : `Please write it as ${FORMS[precision]}.`
}

function notOffered(field: DateTimeField, value: string): string | undefined {
  const problem = notWritten(value, field.precision)
  if (problem) return problem
  const wall = wallOf(value) ?? ''
  const last = field.lastMinute ?? 59
  return (
    outside(wall.slice(11, 13), field.hours ?? [0, 23], 'hours') ??
    outside(wall.slice(14, 16), [0, last], 'minutes')
  )
}

function outside(part: string, [first, last]: readonly [number, number], what: string): string | undefined {
  const isWithin = Number(part) >= first && Number(part) <= last
  return isWithin ? undefined : `Please choose ${what} from ${twoDigits(first)} to ${twoDigits(last)}.`
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
