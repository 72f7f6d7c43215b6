import { Type } from 'typebox'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FormAction, Writer, Form } from '@tahanan/contract/forms/fields.ts'
import { inputFields } from '@tahanan/contract/forms/requests.ts'
import { readForm, type Details } from '@tahanan/contract/forms/validate.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { LastSeen } from '@tahanan/contract/requests.ts'
import { parseTime } from '@tahanan/contract/time.ts'
import { invalidInput, PortalError } from '../errors.ts'

/** Bodies are read by the contract's own forms and messages; the schema is for the document. */
export const AnyBody = Type.Unsafe<Details>({ type: 'object' })

/** The body of a form's call, for the API document: `config.documentedBody`. */
export function formSchema(form: Form, action: FormAction) {
  return Type.Object({ ...inputFields(form, action), ...(action === 'update' && { updated_at: LastSeen }) })
}

export interface FormBody {
  /** All of the form's fields on create, those that the body names on update. */
  readonly values: Details
  /** The record's `updated_at` as the caller last saw it. */
  readonly updatedAt: Date | undefined
}

/**
 * Reads the body of a call that sends a form. Throws 400 with the messages of all its fields. An update is read a second
 * time with the `stored` fields once the record is known, because rules between fields need both.
 */
export function readFormBody(
  form: Form,
  body: Readonly<Details>,
  options: {
    action: FormAction
    timeZone: string
    writer?: Writer
    stored?: Details
    /** Messages for parts of the body that are not the form's, to be told along. */
    errors?: FieldErrors
  },
): FormBody {
  const { writer = 'admin', errors: others, ...context } = options
  const { values, errors: own } = readForm(form, body, { ...context, writer, now: new Date() })
  const errors = { ...own, ...others }
  const updatedAt = options.action === 'update' ? readUpdatedAt(body, options.timeZone, errors) : undefined
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return { values, updatedAt }
}

/** Returns an id that a body names, as a number or as its digits; undefined where it is none. */
export function readId(given: unknown): number | undefined {
  const id = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined
}

/** Throws 409 when the record was changed after the caller last saw it (rules 4.13). */
export function requireCurrent(seen: Date | undefined, updatedAt: Date): void {
  if (seen && seen < updatedAt) throw new PortalError('conflict')
}

/** The record's `updated_at` as the caller last saw it, where the body says so; what is no date goes into `errors`. */
export function readUpdatedAt(
  body: Readonly<Record<string, unknown>>,
  timeZone: string,
  errors: FieldErrors,
): Date | undefined {
  if (!Object.hasOwn(body, 'updated_at') || body.updated_at === undefined || body.updated_at === null)
    return undefined
  const at = typeof body.updated_at === 'string' ? parseTime(body.updated_at, timeZone) : null
  if (at) return at
  errors.updated_at = ['This is not a date.']
  return undefined
}

/** The record's `updated_at` as the caller last saw it, of a body without a form. Throws 400 for what is no date. */
export function readLastSeen(body: Readonly<Record<string, unknown>>, timeZone: string): Date | undefined {
  const errors: FieldErrors = {}
  const at = readUpdatedAt(body, timeZone, errors)
  if (errors.updated_at) throw invalidInput(errors)
  return at
}

/** The remarks of a body, trimmed; what is no text goes into `errors`. */
export function readRemarks(
  body: Readonly<Record<string, unknown>>,
  errors: FieldErrors,
): string | undefined {
  if (!Object.hasOwn(body, 'remarks') || body.remarks === undefined) return undefined
  if (body.remarks === null) return ''
  if (typeof body.remarks !== 'string') errors.remarks = ['This must be text.']
  else if (body.remarks.length > LIMITS.longText) errors.remarks = [`At most ${LIMITS.longText} characters.`]
  else return body.remarks.trim()
  return undefined
}
