import type { FormValues } from './form-values.ts'

/**
 * What was typed into a form whose call got no answer. The specification sends people to the login page then (1 §8); the
 * draft lets them go on where they were. Kept for the browser tab alone, per account and form, and gone once taken.
 */
const keyOf = (account: string, form: string) => `DRAFT ${account} ${form}`

export interface Draft {
  values: FormValues
  /** `updated_at` of the record that was being edited; absent for a new one. */
  basedOn?: string
}

export function keepDraft(account: string, form: string, values: FormValues, basedOn?: string): void {
  try {
    sessionStorage.setItem(keyOf(account, form), JSON.stringify({ values, basedOn } satisfies Draft))
  } catch {
    // a full or forbidden store only means that the text is typed again
  }
}

/** The draft of a form, or undefined. It stays until `forgetDraft`, so that a second failure loses nothing. */
export function readDraft(account: string, form: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(account, form))
    const draft: unknown = text === null ? undefined : JSON.parse(text)
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

function isDraft(draft: unknown): draft is Draft {
  return typeof draft === 'object' && draft !== null && 'values' in draft && typeof draft.values === 'object'
}

/** What was typed, without what it was based on. */
export function draftOf(account: string, form: string): FormValues | undefined {
  return readDraft(account, form)?.values
}

export function forgetDraft(account: string, form: string): void {
  sessionStorage.removeItem(keyOf(account, form))
}
