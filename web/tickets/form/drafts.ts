import type { FormValues } from './form-values.ts'

/**
 * What was typed into a form whose call got no answer. The specification sends people to the login page then (1 §8); the
 * draft lets them go on where they were. Kept for the browser tab alone, per account and form, and gone once taken.
 */
const keyOf = (account: string, form: string) => `DRAFT ${account} ${form}`

export function keepDraft(account: string, form: string, values: FormValues): void {
  try {
    sessionStorage.setItem(keyOf(account, form), JSON.stringify(values))
  } catch {
    // a full or forbidden store only means that the text is typed again
  }
}

/** The draft of a form, or undefined. It stays until `forgetDraft`, so that a second failure loses nothing. */
export function draftOf(account: string, form: string): FormValues | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(account, form))
    return text === null ? undefined : (JSON.parse(text) as FormValues)
  } catch {
    return undefined
  }
}

export function forgetDraft(account: string, form: string): void {
  sessionStorage.removeItem(keyOf(account, form))
}
