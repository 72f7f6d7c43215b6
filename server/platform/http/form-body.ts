import { Type } from 'typebox'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FormAction, Writer, Form } from '@tahanan/contract/forms/fields.ts'
import { inputFields } from '@tahanan/contract/forms/requests.ts'
import { readForm, type Details } from '@tahanan/contract/forms/validate.ts'
import { LastSeen } from '@tahanan/contract/requests.ts'
import { invalidInput } from '../errors.ts'
import { readUpdatedAt } from '../last-seen.ts'

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
