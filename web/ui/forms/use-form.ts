import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { getFirstMessages } from '#lib/api/api.ts'
import { getCommunityTimeZone } from '#lib/time.ts'
import type { UploadState } from '#ui/uploads/uploads.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Fields, FormAction, Writer, Form } from '@tahanan/contract/forms/fields.ts'
import { parseForm, type Details, type ReadContext } from '@tahanan/contract/forms/validate.ts'
import type { Draft } from './drafts.ts'
import {
  getChangedValues,
  type FormValues,
  getInitialValues,
  getRemainingClashes,
  mergeValues,
  pickValues,
  restoreValues,
} from './form-values.ts'
import { findTimesNotOffered } from './offered-times.ts'

export interface NewerVersion {
  since: FormRecord
  /** Keys of fields that the user had not changed, so they got the newer value. */
  taken: readonly string[]
}

export interface FormState {
  fields: Fields
  writer: Writer
  action: FormAction
  values: FormValues
  /** Values with which the input is compared: the initial values, or those of the record's newest version. */
  before: FormValues
  changed: FormValues
  /** First error of each field. Fields in rows of a list have keys such as `items.0.name`. */
  errors: Readonly<Record<string, string>>
  set: (key: string, value: unknown) => void
  clearErrors: (key: string) => void
  dirty: boolean
  restored: boolean
  uploads: UploadState
  onUploads: (key: string, state: UploadState) => void
  /**
   * Validates the input. Returns the body to send, which for an update has only changed values. Returns
   * undefined if there are errors or clashes.
   */
  check: (isOpen?: (key: string) => boolean) => Details | undefined
  checkOne: (key: string) => void
  showErrors: (errors: FieldErrors) => void
  id: string
  /** `updated_at` of the version that the form has merged. It is sent with an update. */
  version: string | undefined
  newer: NewerVersion | undefined
  clashes: FormValues
  choose: (key: string, whose: 'mine' | 'theirs') => void
  /** True if the server refused a request because the record is newer than the form's version. */
  isOutdated: boolean
  change: string | undefined
  markOutdated: (change?: string) => void
  /** Marks the sent values as saved. A field that was changed after sending stays unsaved. */
  settle: (sent: FormValues) => void
  undo: () => void
  /** True while the form's request is running. Fields are disabled until its result is shown. */
  isLocked: boolean
  /**
   * Counters by key. A counter is incremented when a value is replaced from outside, so that a control with
   * its own state remounts.
   */
  rounds: Readonly<Record<string, number>>
}

export type FormRecord = Readonly<Record<string, unknown>>

export interface FormOptions {
  form: Form
  writer: Writer
  action: FormAction
  /** Newest version from the server. When it changes, it is merged into the input. */
  record?: FormRecord
  isSaving?: boolean
  start?: FormValues
  draft?: Draft
  /** Returns values of the record that are not declared fields, such as a ticket's status. */
  otherValues?: (record: FormRecord) => FormValues
  /** Returns errors of controls that are not declared fields, such as the tenant picker. */
  extra?: (values: FormValues) => FieldErrors
}

function focusFirstInvalid(formId: string): void {
  const first = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const controls = 'input, textarea, select, button, [contenteditable]'
  const control = first?.matches(controls) ? first : first?.querySelector<HTMLElement>(controls)
  control?.focus()
}

interface State {
  record: FormRecord | undefined
  before: FormValues
  values: FormValues
  clashes: FormValues
  rounds: Readonly<Record<string, number>>
  newer: NewerVersion | undefined
}

const getVersion = (record: FormRecord | undefined): string | undefined =>
  typeof record?.updated_at === 'string' ? record.updated_at : undefined

const incrementRounds = (rounds: State['rounds'], keys: readonly string[]): State['rounds'] => ({
  ...rounds,
  ...Object.fromEntries(keys.map((key) => [key, (rounds[key] ?? 0) + 1])),
})

/** Form state. Validates with the same code as the server (contract/forms/validate.ts). */
export function useForm(options: FormOptions): FormState {
  const { form, writer, action, record, start, isSaving = false, draft, otherValues, extra } = options
  const getValues = (of: FormRecord | undefined): FormValues => ({
    ...getInitialValues(form, writer, action, of),
    ...start,
    ...otherValues?.(of ?? {}),
  })
  const [state, setState] = useState<State>(() => {
    const before = getValues(record)
    const draftValues = draft && restoreValues(form.fields, draft.values)
    const older = draft?.before && restoreValues(form.fields, draft.before)
    const merged = mergeValues(form.fields, { ...before, ...older }, { ...before, ...draftValues }, before)
    return { record, before, ...merged, rounds: {}, newer: undefined }
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [uploading, setUploading] = useState<Readonly<Record<string, UploadState>>>({})
  const [outdated, setOutdated] = useState<{ change: string | undefined }>()
  const id = useId()

  if (record && !isSaving && state.record && getVersion(record) !== getVersion(state.record)) {
    const before = getValues(record)
    const { values, taken, clashes } = mergeValues(form.fields, state.before, state.values, before)
    setState({
      record,
      before,
      values,
      // Clashes that the user has not resolved yet are compared with the newest version again.
      clashes: { ...getRemainingClashes(form.fields, state.clashes, values, before), ...clashes },
      rounds: incrementRounds(state.rounds, taken),
      newer: {
        since: state.newer?.since ?? state.record,
        taken: [...new Set([...(state.newer?.taken ?? []), ...taken])],
      },
    })
  }

  const showErrors = (fieldErrors: FieldErrors): void => {
    // Renders the errors synchronously, because the first invalid field can be focused only after that.
    flushSync(() => setErrors(getFirstMessages(fieldErrors)))
    focusFirstInvalid(id)
  }
  const clearErrors = (key: string): void =>
    setErrors((current) => pickValues(current, (name) => name !== key && !name.startsWith(`${key}.`)))
  const checkContext = (): ReadContext => ({
    writer,
    action,
    timeZone: getCommunityTimeZone(),
    now: new Date(),
    stored: record,
  })
  const states = Object.values(uploading)
  const { before, values, clashes } = state
  const changed = getChangedValues(before, values, form.fields)

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
    clearErrors,
    set: (key, value) => {
      setState((current) => ({ ...current, values: { ...current.values, [key]: value } }))
      clearErrors(key)
    },
    onUploads: (key, state) => setUploading((current) => ({ ...current, [key]: state })),
    check: (isOpen = () => true) => {
      const sent = action === 'create' ? values : pickValues(changed, isOpen)
      const read = parseForm(form, sent, checkContext())
      const unchosen = Object.keys(clashes).filter((key) => isOpen(key))
      const wrong = {
        ...extra?.(values),
        ...read.errors,
        ...findTimesNotOffered(form.fields, pickValues(changed, isOpen)),
        ...Object.fromEntries(unchosen.map((key) => [key, [CHOICE_REQUIRED]])),
      }
      if (Object.keys(wrong).length > 0) {
        showErrors(wrong)
        return undefined
      }
      setErrors({})
      return read.values
    },
    checkOne: (key) => {
      const fields = pickValues(form.fields, (name) => name === key)
      const sent = pickValues(changed, (name) => name === key && values[key] !== undefined)
      if (Object.keys(sent).length === 0) return
      const wrong = {
        ...parseForm({ fields }, sent, checkContext()).errors,
        ...findTimesNotOffered(fields, sent),
      }
      setErrors((current) => ({ ...current, ...getFirstMessages(wrong) }))
    },
    showErrors,
    version: getVersion(state.record),
    newer: state.newer,
    clashes,
    choose: (key, whose) => {
      setState((current) => ({
        ...current,
        values: whose === 'mine' ? current.values : { ...current.values, [key]: current.clashes[key] },
        clashes: pickValues(current.clashes, (name) => name !== key),
        rounds: whose === 'mine' ? current.rounds : incrementRounds(current.rounds, [key]),
      }))
      clearErrors(key)
    },
    isOutdated: outdated !== undefined,
    change: outdated?.change,
    markOutdated: (change) => setOutdated({ change }),
    settle: (sent) => {
      setOutdated(undefined)
      setState((current) => ({ ...current, before: { ...current.before, ...sent }, newer: undefined }))
    },
    undo: () => {
      setErrors({})
      setState((current) => ({
        ...current,
        values: current.before,
        clashes: {},
        rounds: incrementRounds(current.rounds, Object.keys(current.values)),
      }))
    },
    isLocked: isSaving,
    rounds: state.rounds,
  }
}

const CHOICE_REQUIRED = 'Somebody else changed this too. Please choose which to keep, above.'
