import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { getFirstMessages } from '#lib/api/api.ts'
import { getCommunityTimeZone } from '#lib/time.ts'
import type { UploadState } from '#ui/uploads/uploads.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Fields, FormAction, Writer, Form } from '@tahanan/contract/forms/fields.ts'
import { parseForm, type Details, type ParseContext } from '@tahanan/contract/forms/validate.ts'
import type { Draft } from './drafts.ts'
import { findTimeErrors } from './find-time-errors.ts'
import {
  getChangedValues,
  type FormValues,
  getInitialValues,
  getRemainingClashes,
  mergeValues,
  filterValues,
  restoreValues,
} from './form-values.ts'

export interface NewerVersion {
  baseRecord: StoredValues
  /** Keys of fields that now show the newer value, because the user had not changed them. */
  updatedKeys: readonly string[]
}

export interface FormState {
  fields: Fields
  writer: Writer
  action: FormAction
  values: FormValues
  /**
   * Values with which the input is compared to find changes: the initial values, or those of the record's
   * newest version.
   */
  before: FormValues
  changed: FormValues
  /** First error of each field. Fields in rows of a list have keys such as `items.0.name`. */
  errors: Readonly<Record<string, string>>
  set: (key: string, value: unknown) => void
  clearErrors: (key: string) => void
  dirty: boolean
  isDraftRestored: boolean
  uploads: UploadState
  onUploads: (key: string, state: UploadState) => void
  /**
   * Validates the input. Returns the body to send, which for an update has only changed values. Returns
   * undefined if there are errors, or fields that another user has changed too (clashes).
   */
  check: (isOpen?: (key: string) => boolean) => Details | undefined
  checkField: (key: string) => void
  showErrors: (errors: FieldErrors) => void
  id: string
  /** `updated_at` of the newest record version that was merged into the input. It is sent with an update. */
  version: string | undefined
  newerVersion: NewerVersion | undefined
  clashes: FormValues
  choose: (key: string, chosenVersion: 'mine' | 'theirs') => void
  /** True if the server refused a request because the record is newer than the form's version. */
  isOutdated: boolean
  change: string | undefined
  markOutdated: (change?: string) => void
  /** Marks the sent values as saved. A field that the user changed after sending stays unsaved. */
  markAsSaved: (sentValues: FormValues) => void
  /**
   * True if the stored record has every sent value of a form field. False if no sent value is of a form field.
   */
  isSavedIn: (storedRecord: StoredValues, sentValues: FormValues) => boolean
  undo: () => void
  isLocked: boolean
  /**
   * Counters by field. A counter is incremented when code replaces the field's value, so that a control with
   * its own state remounts.
   */
  rounds: Readonly<Record<string, number>>
}

export type StoredValues = Readonly<Record<string, unknown>>

export interface FormOptions {
  form: Form
  writer: Writer
  action: FormAction
  /** Newest version from the server. When it changes, it is merged into the input. */
  record?: StoredValues
  isSaving?: boolean
  start?: FormValues
  draft?: Draft
  /** Returns values that are not declared fields, such as a ticket's status. */
  otherValues?: (record: StoredValues) => FormValues
  /** Returns errors of controls that are not declared fields, such as the tenant picker. */
  getExtraErrors?: (values: FormValues) => FieldErrors
}

function focusFirstInvalid(formId: string): void {
  const firstInvalidElement = document
    .getElementById(formId)
    ?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const controlSelector = 'input, textarea, select, button, [contenteditable]'
  const firstInvalidControl = firstInvalidElement?.matches(controlSelector)
    ? firstInvalidElement
    : firstInvalidElement?.querySelector<HTMLElement>(controlSelector)
  firstInvalidControl?.focus()
}

interface InternalFormState {
  record: StoredValues | undefined
  before: FormValues
  values: FormValues
  clashes: FormValues
  rounds: Readonly<Record<string, number>>
  newerVersion: NewerVersion | undefined
}

const getVersion = (record: StoredValues | undefined): string | undefined =>
  typeof record?.updated_at === 'string' ? record.updated_at : undefined

/** Returns the values with which the form of a draft began. A time that is refused by now is replaced. */
function restoreStartValues(
  fields: Fields,
  initialValues: FormValues,
  valuesBeforeDraft: FormValues = {},
): FormValues {
  const timeErrors = findTimeErrors(fields, valuesBeforeDraft)
  const isRestored = (key: string): boolean =>
    Object.hasOwn(initialValues, key) && !Object.hasOwn(timeErrors, key)
  return { ...initialValues, ...filterValues(valuesBeforeDraft, isRestored) }
}

const incrementRemountCounters = (
  rounds: InternalFormState['rounds'],
  keys: readonly string[],
): InternalFormState['rounds'] => ({
  ...rounds,
  ...Object.fromEntries(keys.map((key) => [key, (rounds[key] ?? 0) + 1])),
})

/**
 * Returns the state of a form. The input is validated by the same code as on the server
 * (contract/forms/validate.ts).
 */
export function useForm(options: FormOptions): FormState {
  const {
    form,
    writer,
    action,
    record,
    start,
    isSaving = false,
    draft,
    otherValues,
    getExtraErrors,
  } = options
  const getSourceValues = (of: StoredValues | undefined): FormValues => ({
    ...getInitialValues(form, writer, action, of),
    ...start,
    ...otherValues?.(of ?? {}),
  })
  const [state, setState] = useState<InternalFormState>(() => {
    const sourceValues = getSourceValues(record)
    const draftValues = draft && restoreValues(form.fields, draft.values)
    const valuesBeforeDraft = draft?.before && restoreValues(form.fields, draft.before)
    // The draft of a new record cannot conflict with a saved version. It is compared with the initial values
    // of the form in which it was typed.
    const before = record ? sourceValues : restoreStartValues(form.fields, sourceValues, valuesBeforeDraft)
    const mergedDraft = mergeValues(
      form.fields,
      record ? { ...sourceValues, ...valuesBeforeDraft } : before,
      { ...before, ...draftValues },
      before,
    )
    return { record, before, ...mergedDraft, rounds: {}, newerVersion: undefined }
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [uploading, setUploading] = useState<Readonly<Record<string, UploadState>>>({})
  const [outdated, setOutdated] = useState<{ change: string | undefined }>()
  const id = useId()
  const uploadStates = Object.values(uploading)
  const uploads: UploadState = {
    busy: uploadStates.some(({ busy }) => busy),
    failed: uploadStates.some(({ failed }) => failed),
  }
  // Merging may remount inputs, which would lose selected files, so it waits until no upload is pending or
  // failed.
  const canMerge = !isSaving && !uploads.busy && !uploads.failed

  if (record && canMerge && state.record && getVersion(record) !== getVersion(state.record)) {
    const sourceValues = getSourceValues(record)
    const { values, updatedKeys, clashes } = mergeValues(
      form.fields,
      state.before,
      state.values,
      sourceValues,
    )
    // A rejected save counts as saved if the newer version has every typed value: the first attempt
    // succeeded.
    const wasDirty = Object.keys(getChangedValues(state.before, state.values, form.fields)).length > 0
    const isDirty = Object.keys(getChangedValues(sourceValues, values, form.fields)).length > 0
    if (outdated && wasDirty && !isDirty) setOutdated(undefined)
    setState({
      record,
      before: sourceValues,
      values,
      // Clashes (fields that another user has changed too) for which the user has not chosen a value yet are
      // compared with the newest version again.
      clashes: { ...getRemainingClashes(form.fields, state.clashes, values, sourceValues), ...clashes },
      rounds: incrementRemountCounters(state.rounds, updatedKeys),
      newerVersion: {
        baseRecord: state.newerVersion?.baseRecord ?? state.record,
        updatedKeys: [...new Set([...(state.newerVersion?.updatedKeys ?? []), ...updatedKeys])],
      },
    })
  }

  const showErrors = (fieldErrors: FieldErrors): void => {
    // Renders the errors synchronously, because the first invalid field can be focused only after that.
    flushSync(() => setErrors(getFirstMessages(fieldErrors)))
    focusFirstInvalid(id)
  }
  const clearErrors = (key: string): void =>
    setErrors((current) => filterValues(current, (name) => name !== key && !name.startsWith(`${key}.`)))
  const createParseContext = (): ParseContext => ({
    writer,
    action,
    timeZone: getCommunityTimeZone(),
    now: new Date(),
    storedValues: record,
  })
  const { before, values, clashes } = state
  const changedValues = getChangedValues(before, values, form.fields)

  return {
    fields: form.fields,
    writer,
    action,
    values,
    before,
    changed: changedValues,
    errors,
    dirty: Object.keys(changedValues).length > 0,
    isDraftRestored: draft !== undefined,
    uploads,
    id,
    clearErrors,
    set: (key, value) => {
      setState((current) => ({ ...current, values: { ...current.values, [key]: value } }))
      clearErrors(key)
    },
    onUploads: (key, state) => setUploading((current) => ({ ...current, [key]: state })),
    check: (isOpen = () => true) => {
      const sentValues = action === 'create' ? values : filterValues(changedValues, isOpen)
      const parseResult = parseForm(form, sentValues, createParseContext())
      const unresolvedClashes = Object.keys(clashes).filter((key) => isOpen(key))
      const foundErrors = {
        ...getExtraErrors?.(values),
        ...parseResult.errors,
        ...findTimeErrors(form.fields, filterValues(changedValues, isOpen)),
        ...Object.fromEntries(unresolvedClashes.map((key) => [key, [CLASH_MESSAGE]])),
      }
      if (Object.keys(foundErrors).length > 0) {
        showErrors(foundErrors)
        return undefined
      }
      setErrors({})
      return parseResult.values
    },
    checkField: (key) => {
      const checkedFields = filterValues(form.fields, (name) => name === key)
      const sentValues = filterValues(changedValues, (name) => name === key && values[key] !== undefined)
      if (Object.keys(sentValues).length === 0) return
      const foundErrors = {
        ...parseForm({ fields: checkedFields }, sentValues, createParseContext()).errors,
        ...findTimeErrors(checkedFields, sentValues),
      }
      setErrors((current) => ({ ...current, ...getFirstMessages(foundErrors) }))
    },
    showErrors,
    version: getVersion(state.record),
    newerVersion: state.newerVersion,
    clashes,
    choose: (key, chosenVersion) => {
      setState((current) => ({
        ...current,
        values:
          chosenVersion === 'mine' ? current.values : { ...current.values, [key]: current.clashes[key] },
        clashes: filterValues(current.clashes, (name) => name !== key),
        rounds: chosenVersion === 'mine' ? current.rounds : incrementRemountCounters(current.rounds, [key]),
      }))
      clearErrors(key)
    },
    isOutdated: outdated !== undefined,
    change: outdated?.change,
    markOutdated: (change) => setOutdated({ change }),
    markAsSaved: (sentValues) => {
      setOutdated(undefined)
      setState((current) => ({
        ...current,
        before: { ...current.before, ...sentValues },
        newerVersion: undefined,
      }))
    },
    isSavedIn: (storedRecord, sentValues) => {
      const storedValues = getSourceValues(storedRecord)
      const ownValues = filterValues(sentValues, (key) => Object.hasOwn(before, key))
      return (
        Object.keys(ownValues).length > 0 &&
        Object.keys(ownValues).every((key) => Object.hasOwn(storedValues, key)) &&
        Object.keys(getChangedValues(storedValues, ownValues, form.fields)).length === 0
      )
    },
    undo: () => {
      setErrors({})
      setState((current) => ({
        ...current,
        values: current.before,
        clashes: {},
        rounds: incrementRemountCounters(current.rounds, Object.keys(current.values)),
      }))
    },
    isLocked: isSaving,
    rounds: state.rounds,
  }
}

const CLASH_MESSAGE = 'Somebody else changed this too. Please choose which to keep, above.'
