import { useState } from 'react'
import { useLoginName } from '#lib/api/me.ts'
import { readDraft } from './drafts.ts'
import { type FormOptions, useForm } from './use-form.ts'
import { useKeptDraft } from './use-kept-draft.ts'

export interface DraftedFormOptions extends Omit<FormOptions, 'draft'> {
  /** Name of the form in the account's drafts. */
  name: string
  /** May look but not type: there is nothing to keep. */
  readOnly?: boolean
  onClose?: () => void
}

/** The state of a form, kept as a draft until `forget` is called; `close` forgets it and closes the form. */
export function useDraftedForm({ name, readOnly = false, onClose, ...options }: DraftedFormOptions) {
  const account = useLoginName()
  const [draft] = useState(() => (readOnly ? undefined : readDraft(account, name)))
  const form = useForm({ ...options, draft })
  const forget = useKeptDraft(account, name, form, form.dirty && !readOnly)
  const close = (): void => {
    forget()
    onClose?.()
  }
  return { form, forget, close }
}
