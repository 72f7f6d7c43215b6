import type { FormValues } from './form-values.ts'

/** Unsaved input of a form, stored for the tab, per account and form; survives the session's end. */
const DRAFT = 'DRAFT '
const keyOf = (account: string, form: string) => `${DRAFT}${account} ${form}`

export interface Draft {
  values: FormValues
  /** Values before an edit, to detect changes by others since. */
  before?: FormValues
}

export function keepDraft(account: string, form: string, draft: Draft): void {
  try {
    // Undefined becomes null: JSON would drop emptied values.
    const text = JSON.stringify(draft, (_, value: unknown) => (value === undefined ? null : value))
    sessionStorage.setItem(keyOf(account, form), text)
  } catch {
    // Without storage the text must be typed again.
  }
}

/** Returns the draft of a form; it stays until `forgetDraft`, for a second failure. */
export function readDraft(account: string, form: string): Draft | undefined {
  const text = sessionStorage.getItem(keyOf(account, form))
  return text === null ? undefined : (JSON.parse(text) as Draft)
}

/** Whether this tab has drafts of any account. */
export function hasDrafts(): boolean {
  return Object.keys(sessionStorage).some((key) => key.startsWith(DRAFT))
}

export function forgetDraft(account: string, form: string): void {
  sessionStorage.removeItem(keyOf(account, form))
}
