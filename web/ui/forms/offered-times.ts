import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Fields } from '@tahanan/contract/forms/fields.ts'
import { wallOf } from '../../lib/time.ts'
import type { FormValues } from './form-values.ts'

/**
 * Messages for times that are not offered (rules 5.9, 13.16): the desk's picker leaves them out, a phone's own picker does
 * not. The server takes them.
 */
export function timesNotOffered(fields: Fields, values: FormValues): FieldErrors {
  const found: FieldErrors = {}
  for (const [key, field] of Object.entries(fields)) {
    const value = values[key]
    if (field.kind !== 'dateTime' || field.lastMinute === undefined || typeof value !== 'string') continue
    const minute = Number(wallOf(value)?.slice(14, 16))
    const last = String(field.lastMinute).padStart(2, '0')
    if (minute > field.lastMinute) found[key] = [`Please choose minutes from 00 to ${last}.`]
  }
  return found
}
