import type { FormValues } from './form-values.ts'

/**
 * Input of a form that is not saved yet. Kept for the browser tab alone, per account and form, until it is saved or given up,
 * so that no lost connection, no end of the session and no reload loses it.
 */
const DRAFT = 'DRAFT '
const keyOf = (account: string, form: string) => `${DRAFT}${account} ${form}`

export interface Draft {
  /** Only what was changed. */
  values: FormValues
  /** Values before the edit of a record: tells whether somebody else changed them since. */
  before?: FormValues
}

export function keepDraft(account: string, form: string, draft: Draft): void {
  try {
    // emptied values are kept as empty: JSON would leave them out
    const text = JSON.stringify(draft, (_, value: unknown) => (value === undefined ? null : value))
    sessionStorage.setItem(keyOf(account, form), text)
  } catch {
    // with a full or forbidden store the text is typed again
  }
}

/** The draft of a form, or undefined. It stays until `forgetDraft`, so that a second failure loses nothing. */
export function readDraft(account: string, form: string): Draft | undefined {
  const text = sessionStorage.getItem(keyOf(account, form))
  return text === null ? undefined : (JSON.parse(text) as Draft)
}

/** Whether anything is kept in this tab, whoever typed it. */
export function hasDrafts(): boolean {
  return Object.keys(sessionStorage).some((key) => key.startsWith(DRAFT))
}

export function forgetDraft(account: string, form: string): void {
  sessionStorage.removeItem(keyOf(account, form))
}
