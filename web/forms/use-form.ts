import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Fields, FormAction, Writer } from '@tahanan/contract/tickets/fields.ts'
import { readForm, type Details, type Form } from '@tahanan/contract/tickets/validate.ts'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { communityTimeZone } from '../lib/time.ts'
import { changedValues, type FormValues, initialValues } from './form-values.ts'
import { timesNotOffered } from './offered-times.ts'
import type { UploadState } from './use-uploads.ts'

/** A form on the page: what its controls hold, and what is wrong with it. */
export interface FormState {
  fields: Fields
  writer: Writer
  action: FormAction
  values: FormValues
  /** What differs from the beginning. */
  changed: FormValues
  /** First message per field; rows of lists as `items.0.name`. */
  errors: Readonly<Record<string, string>>
  set: (key: string, value: unknown) => void
  /** Takes the message of a control away, and those of its rows. */
  heed: (key: string) => void
  /** Something differs from the beginning. */
  dirty: boolean
  uploads: UploadState
  onUploads: (key: string, state: UploadState) => void
  /** The checked body to send: everything on create, what changed on update; undefined when something is wrong at a field. */
  check: () => Details | undefined
  /** Shows messages at their fields and brings the focus to the first. */
  refuse: (errors: FieldErrors) => void
  /** The id that the form element must have. */
  id: string
}

export interface FormOptions {
  form: Form
  writer: Writer
  action: FormAction
  record?: Readonly<Record<string, unknown>>
  /** What a new record begins with, beside what is declared. */
  start?: FormValues
  /** What was typed before, to go on with. */
  draft?: FormValues
  /** Messages of controls that are not fields of the form, such as the tenant's. */
  extra?: (values: FormValues) => FieldErrors
}

/** Brings the focus to the first control of a form that has a message. */
export function focusFirstInvalid(formId: string): void {
  const first = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const controls = 'input, textarea, select, button, [contenteditable]'
  const control = first?.matches(controls) ? first : first?.querySelector<HTMLElement>(controls)
  control?.focus()
}

/** The state of a form that the contract declares. It checks with the same code as the server (contract/tickets/validate). */
export function useForm({ form, writer, action, record, start, draft, extra }: FormOptions): FormState {
  const [before] = useState(() => ({ ...initialValues(form, writer, action, record), ...start }))
  const [values, setValues] = useState<FormValues>(() => ({ ...before, ...draft }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [uploading, setUploading] = useState<Readonly<Record<string, UploadState>>>({})
  const id = useId()

  const refuse = (told: FieldErrors): void => {
    const first = Object.entries(told).map(([key, [message = '']]) => [key, message] as const)
    // the messages must stand before the first can be found
    flushSync(() => setErrors(Object.fromEntries(first)))
    focusFirstInvalid(id)
  }
  // the next check says what is still wrong
  const heed = (key: string): void =>
    setErrors((current) =>
      Object.fromEntries(
        Object.entries(current).filter(([name]) => name !== key && !name.startsWith(`${key}.`)),
      ),
    )
  const states = Object.values(uploading)
  const changed = changedValues(before, values, form.fields)

  return {
    fields: form.fields,
    writer,
    action,
    values,
    changed,
    errors,
    dirty: draft !== undefined || Object.keys(changed).length > 0,
    uploads: { busy: states.some(({ busy }) => busy), failed: states.some(({ failed }) => failed) },
    id,
    heed,
    set: (key, value) => {
      setValues((current) => ({ ...current, [key]: value }))
      heed(key)
    },
    onUploads: (key, state) => setUploading((current) => ({ ...current, [key]: state })),
    check: () => {
      const sent = action === 'create' ? values : changed
      const read = readForm(form, sent, {
        writer,
        action,
        timeZone: communityTimeZone(),
        now: new Date(),
        stored: record,
      })
      const wrong = { ...extra?.(values), ...timesNotOffered(form.fields, sent), ...read.errors }
      if (Object.keys(wrong).length > 0) {
        refuse(wrong)
        return undefined
      }
      setErrors({})
      return read.values
    },
    refuse,
  }
}
