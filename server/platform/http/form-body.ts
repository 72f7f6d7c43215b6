import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FormAction, Writer } from '@tahanan/contract/forms/fields.ts'
import { readForm } from '@tahanan/contract/forms/validate.ts'
import type { Details, Form } from '@tahanan/contract/forms/validate.ts'
import { Type } from 'typebox'
import { invalidInput, PortalError } from '../errors.ts'
import { inputFields } from '../../features/tickets/schemas.ts'
import { readUpdatedAt } from '../../features/tickets/update-body.ts'

/** Bodies are read by the contract's own forms and messages; the schema is for the document. */
export const AnyBody = Type.Unsafe<Details>({ type: 'object' })

/** The body of a form's call, for the API document: `config.documentedBody`. */
export function formSchema(form: Form, action: FormAction) {
  const updatedAt = {
    updated_at: Type.Optional(
      Type.String({ description: 'As last seen; 409 when the record has changed since' }),
    ),
  }
  return Type.Object({ ...inputFields(form, action), ...(action === 'update' && updatedAt) })
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

/** Throws 409 when the record was changed after the caller last saw it (rules 4.13). */
export function requireCurrent(seen: Date | undefined, updatedAt: Date): void {
  if (seen && seen < updatedAt) throw new PortalError('conflict')
}
