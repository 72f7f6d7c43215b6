import { useState } from 'react'
import { useLoginName } from '#lib/api/me.ts'
import { loadDraft } from './drafts.ts'
import { filterValues } from './form-values.ts'
import { useDraftAutosave } from './use-draft-autosave.ts'
import { type FormOptions, useForm } from './use-form.ts'

export interface FormWithDraftOptions extends Omit<FormOptions, 'draft'> {
  name: string
  readOnly?: boolean
  /** Values outside of the fields that are never stored, for example passwords. */
  secretKeys?: readonly string[]
  onClose?: () => void
}

/**
 * Returns a form whose unsaved input is stored as a draft until `forgetDraft` is called. `close` deletes the draft
 * and closes the form.
 */
export function useFormWithDraft({
  name,
  readOnly = false,
  secretKeys = [],
  onClose,
  ...options
}: FormWithDraftOptions) {
  const account = useLoginName()
  const [draft] = useState(() => (readOnly ? undefined : loadDraft(account, name)))
  const form = useForm({ ...options, draft })
  const storableChanges = filterValues(
    form.changed,
    (key) => options.form.fields[key]?.secret !== true && !secretKeys.includes(key),
  )
  // Whether a draft is stored. It does not depend on `readOnly`, because a form can become read-only while it
  // is open, and the typed input must not be lost.
  const isDraftStored = Object.keys(storableChanges).length > 0
  const forgetDraft = useDraftAutosave(account, name, { ...form, changed: storableChanges }, isDraftStored)
  const closeForm = (): void => {
    forgetDraft()
    onClose?.()
  }
  return { form, forgetDraft, close: closeForm }
}
