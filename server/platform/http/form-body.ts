import { Type } from 'typebox'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FormAction, Writer, Form } from '@tahanan/contract/forms/fields.ts'
import { toInputFields } from '@tahanan/contract/forms/requests.ts'
import { parseForm, type Details } from '@tahanan/contract/forms/validate.ts'
import { LastSeenVersion } from '@tahanan/contract/requests.ts'
import { createInvalidInputError } from '../errors.ts'
import { parseUpdatedAt } from '../last-seen.ts'

export const AnyBody = Type.Unsafe<Details>({ type: 'object' })

export function toFormSchema(form: Form, action: FormAction) {
  return Type.Object({
    ...toInputFields(form, action),
    ...(action === 'update' && { updated_at: LastSeenVersion }),
  })
}

export interface FormBody {
  /** Values of the form's fields: of all fields on create, and only of the fields in the body on update. */
  readonly values: Details
  readonly updatedAt: Date | undefined
}

/**
 * Parses the body of a form. Throws 400 with the messages of all fields. An update calls it twice: the second
 * call has the record's `storedValues`, because some rules compare new with stored values.
 */
export function parseFormBody(
  form: Form,
  body: Readonly<Details>,
  options: {
    action: FormAction
    timeZone: string
    writer?: Writer
    storedValues?: Details
    errors?: FieldErrors
  },
): FormBody {
  const { writer = 'admin', errors: extraErrors, ...context } = options
  const { values, errors: formErrors } = parseForm(form, body, { ...context, writer, now: new Date() })
  const errors = { ...formErrors, ...extraErrors }
  const updatedAt = options.action === 'update' ? parseUpdatedAt(body, options.timeZone, errors) : undefined
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
  return { values, updatedAt }
}
