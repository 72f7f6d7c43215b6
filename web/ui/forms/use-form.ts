import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { firstMessages } from '#lib/first-messages.ts'
import { communityTimeZone } from '#lib/time.ts'
import type { UploadState } from '#ui/uploads/uploads.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Fields, FormAction, Writer, Form } from '@tahanan/contract/forms/fields.ts'
import { readForm, type Details, type ReadContext } from '@tahanan/contract/forms/validate.ts'
import type { Draft } from './drafts.ts'
import {
  changedValues,
  type FormValues,
  initialValues,
  isSameValue,
  mergeValues,
  openValues,
  revivedValues,
} from './form-values.ts'
import { timesNotOffered } from './offered-times.ts'

/** A version that somebody else saved while a form was open. */
export interface News {
  /** The record as the form began with it. */
  since: FormRecord
  /** Keys that took the newer value. */
  taken: readonly string[]
}

/** A form on the page: what its controls hold, and what is wrong with it. */
export interface FormState {
  fields: Fields
  writer: Writer
  action: FormAction
  values: FormValues
  /** Values to compare with: the beginning, or the newest version of the record. */
  before: FormValues
  /** Values that differ from those. */
  changed: FormValues
  /** First message per field; rows of lists as `items.0.name`. */
  errors: Readonly<Record<string, string>>
  set: (key: string, value: unknown) => void
  /** Removes the message of a control, and those of its rows. */
  heed: (key: string) => void
  /** Something differs. */
  dirty: boolean
  /** The input is a restored draft. */
  restored: boolean
  uploads: UploadState
  onUploads: (key: string, state: UploadState) => void
  /**
   * Returns the checked body to send: all open keys on create, the changed ones on update; undefined when a field is wrong or a
   * clash is still to be settled.
   */
  check: (isOpen?: (key: string) => boolean) => Details | undefined
  /** Shows what is wrong with a field that somebody has filled in and left. */
  checkOne: (key: string) => void
  /** Shows messages at their fields and brings the focus to the first. */
  refuse: (errors: FieldErrors) => void
  /** The id that the form element must have. */
  id: string
  /** `updated_at` of the version that the form is about; to be sent with an update. */
  version: string | undefined
  news: News | undefined
  /** Newer values of what both changed, until one is chosen. */
  clashes: FormValues
  choose: (key: string, whose: 'mine' | 'theirs') => void
  /** A call was refused because the record is newer than the form knew. */
  isOutdated: boolean
  markOutdated: () => void
  /** The form's own call is under way: its fields are closed until the result is shown. */
  isHeld: boolean
  /** Grows when a control's value is replaced from outside: controls with a state of their own begin anew. */
  rounds: Readonly<Record<string, number>>
}

/** The record of a form, on an update. */
export type FormRecord = Readonly<Record<string, unknown>>

export interface FormOptions {
  form: Form
  writer: Writer
  action: FormAction
  /** The server's present version: a newer one is merged into the input. */
  record?: FormRecord
  /** The form's own call is under way: nothing is merged, and nothing can be typed. */
  hold?: boolean
  /** Initial values of a new record, beside the declared ones. */
  start?: FormValues
  /** Draft to go on with. */
  draft?: Draft
  /** Returns values beside the declared fields, such as the status of a ticket. */
  beside?: (record: FormRecord) => FormValues
  /** Messages of controls that are not fields of the form, such as the tenant's. */
  extra?: (values: FormValues) => FieldErrors
}

/** Brings the focus to the first control of a form that has a message. */
function focusFirstInvalid(formId: string): void {
  const first = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const controls = 'input, textarea, select, button, [contenteditable]'
  const control = first?.matches(controls) ? first : first?.querySelector<HTMLElement>(controls)
  control?.focus()
}

/** State that changes when somebody types, or when somebody else saves. */
interface Held {
  record: FormRecord | undefined
  before: FormValues
  values: FormValues
  clashes: FormValues
  rounds: Readonly<Record<string, number>>
  news: News | undefined
}

const versionOf = (record: FormRecord | undefined): string | undefined =>
  typeof record?.updated_at === 'string' ? record.updated_at : undefined

const nextRounds = (rounds: Held['rounds'], keys: readonly string[]): Held['rounds'] => ({
  ...rounds,
  ...Object.fromEntries(keys.map((key) => [key, (rounds[key] ?? 0) + 1])),
})

/** The state of a form that the contract declares. It checks with the same code as the server (contract/forms/validate). */
export function useForm(options: FormOptions): FormState {
  const { form, writer, action, record, start, hold = false, draft, beside, extra } = options
  const valuesOf = (of: FormRecord | undefined): FormValues => ({
    ...initialValues(form, writer, action, of),
    ...start,
    ...beside?.(of ?? {}),
  })
  const [held, setHeld] = useState<Held>(() => {
    const before = valuesOf(record)
    const kept = draft && revivedValues(form.fields, draft.values)
    const older = draft?.before && revivedValues(form.fields, draft.before)
    const merged = mergeValues(form.fields, { ...before, ...older }, { ...before, ...kept }, before)
    return { record, before, ...merged, rounds: {}, news: undefined }
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [uploading, setUploading] = useState<Readonly<Record<string, UploadState>>>({})
  const [isOutdated, setOutdated] = useState(false)
  const id = useId()

  if (record && !hold && held.record && versionOf(record) !== versionOf(held.record)) {
    const before = valuesOf(record)
    const { values, taken, clashes } = mergeValues(form.fields, held.before, held.values, before)
    setHeld({
      record,
      before,
      values,
      // what was still to be chosen is so against the newest version
      clashes: { ...stillDisputed(form.fields, held.clashes, values, before), ...clashes },
      rounds: nextRounds(held.rounds, taken),
      news: {
        since: held.news?.since ?? held.record,
        taken: [...new Set([...(held.news?.taken ?? []), ...taken])],
      },
    })
  }

  const refuse = (told: FieldErrors): void => {
    // the messages must stand before the first can be found
    flushSync(() => setErrors(firstMessages(told)))
    focusFirstInvalid(id)
  }
  // the next check says what is still wrong
  const heed = (key: string): void =>
    setErrors((current) => openValues(current, (name) => name !== key && !name.startsWith(`${key}.`)))
  const checkContext = (): ReadContext => ({
    writer,
    action,
    timeZone: communityTimeZone(),
    now: new Date(),
    stored: record,
  })
  const states = Object.values(uploading)
  const { before, values, clashes } = held
  const changed = changedValues(before, values, form.fields)

  return {
    fields: form.fields,
    writer,
    action,
    values,
    before,
    changed,
    errors,
    dirty: Object.keys(changed).length > 0,
    restored: draft !== undefined,
    uploads: { busy: states.some(({ busy }) => busy), failed: states.some(({ failed }) => failed) },
    id,
    heed,
    set: (key, value) => {
      setHeld((current) => ({ ...current, values: { ...current.values, [key]: value } }))
      heed(key)
    },
    onUploads: (key, state) => setUploading((current) => ({ ...current, [key]: state })),
    check: (isOpen = () => true) => {
      const sent = action === 'create' ? values : openValues(changed, isOpen)
      const read = readForm(form, sent, checkContext())
      const unchosen = Object.keys(clashes).filter((key) => isOpen(key))
      const wrong = {
        ...extra?.(values),
        ...read.errors,
        ...timesNotOffered(form.fields, sent),
        ...Object.fromEntries(unchosen.map((key) => [key, [CHOOSE]])),
      }
      if (Object.keys(wrong).length > 0) {
        refuse(wrong)
        return undefined
      }
      setErrors({})
      return read.values
    },
    checkOne: (key) => {
      const fields = openValues(form.fields, (name) => name === key)
      const sent = openValues(changed, (name) => name === key && values[key] !== undefined)
      if (Object.keys(sent).length === 0) return
      const wrong = { ...readForm({ fields }, sent, checkContext()).errors, ...timesNotOffered(fields, sent) }
      setErrors((current) => ({ ...current, ...firstMessages(wrong) }))
    },
    refuse,
    version: versionOf(held.record),
    news: held.news,
    clashes,
    choose: (key, whose) => {
      setHeld((current) => ({
        ...current,
        values: whose === 'mine' ? current.values : { ...current.values, [key]: current.clashes[key] },
        clashes: openValues(current.clashes, (name) => name !== key),
        rounds: whose === 'mine' ? current.rounds : nextRounds(current.rounds, [key]),
      }))
      heed(key)
    },
    isOutdated,
    markOutdated: () => setOutdated(true),
    isHeld: hold,
    rounds: held.rounds,
  }
}

const CHOOSE = 'Somebody else changed this too. Please choose which to keep, above.'

/** Returns the newest values of `clashes` that the input still differs from. */
function stillDisputed(
  fields: Fields,
  clashes: FormValues,
  mine: FormValues,
  newest: FormValues,
): FormValues {
  const keys = Object.keys(clashes).filter(
    (key) => Object.hasOwn(newest, key) && !isSameValue(fields[key], mine[key], newest[key]),
  )
  return Object.fromEntries(keys.map((key) => [key, newest[key]]))
}
