import { useState } from 'react'
import { useLoginName } from '#lib/api/me.ts'
import { loadDraft } from './drafts.ts'
import { pickValues } from './form-values.ts'
import { type FormOptions, useForm } from './use-form.ts'
import { useKeptDraft } from './use-kept-draft.ts'

export interface DraftedFormOptions extends Omit<FormOptions, 'draft'> {
  name: string
  readOnly?: boolean
  onClose?: () => void
}

/**
 * Form whose unsaved input is stored as a draft until `forget` is called. `close` deletes the draft and
 * closes the form.
 */
export function useDraftedForm({ name, readOnly = false, onClose, ...options }: DraftedFormOptions) {
  const account = useLoginName()
  const [draft] = useState(() => (readOnly ? undefined : loadDraft(account, name)))
  const form = useForm({ ...options, draft })
  const changed = pickValues(form.changed, (key) => options.form.fields[key]?.secret !== true)
  // Does not depend on `readOnly`: if the form becomes read-only while it is open, the typed input must not
  // be lost.
  const isKept = Object.keys(changed).length > 0
  const forget = useKeptDraft(account, name, { ...form, changed }, isKept)
  const close = (): void => {
    forget()
    onClose?.()
  }
  return { form, forget, close }
}
