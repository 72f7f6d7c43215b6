import { getCurrentArea, getSessionToken } from '#lib/api/session.ts'
import { DRAFT, getDraftsKey, removeEndedDrafts } from '#lib/api/stored-data.ts'
import { createRandomName } from '#lib/create-random-name.ts'
import { createStore } from '#lib/store.ts'
import type { FormValues } from './form-values.ts'

// Unsaved input of a form, stored for the tab, per account and form. It survives the end of a session, but
// not a logout.

let id: string | null = null
const getAccountPrefix = (account: string): string => `${DRAFT}${id} ${account} `
const getDraftKey = (account: string, form: string) => `${getAccountPrefix(account)}${form}`

/** Deletes drafts of ended logins, and enables drafts on this page. Call it once, when the page starts. */
export function startDrafts(): void {
  const key = getDraftsKey(getCurrentArea())
  if (getSessionToken() !== null && localStorage.getItem(key) === null)
    localStorage.setItem(key, createRandomName())
  id = localStorage.getItem(key)
  removeEndedDrafts()
}

/** Counts changes of drafts, so that components that mark records with a draft rerender. */
export const draftChanges = createStore(0)

export interface Draft {
  values: FormValues
  /** Values before the edit, to detect later changes by others. */
  before?: FormValues
  /** Typed values with their labels, for copying if the form can no longer be opened. */
  words?: string
}

export function saveDraft(account: string, form: string, draft: Draft): void {
  // After a logout, for example in another tab, a closing page must not store drafts.
  if (id === null || localStorage.getItem(getDraftsKey(getCurrentArea())) !== id) return
  try {
    // Undefined becomes null, because JSON would drop emptied values.
    const text = JSON.stringify(draft, (_, value: unknown) => (value === undefined ? null : value))
    sessionStorage.setItem(getDraftKey(account, form), text)
    draftChanges.set(draftChanges.get() + 1)
  } catch {
    // Without storage there are no drafts.
  }
}

/** Keeps the draft until `deleteDraft`, in case saving fails again. */
export function loadDraft(account: string, form: string): Draft | undefined {
  const text = sessionStorage.getItem(getDraftKey(account, form))
  return text === null ? undefined : (JSON.parse(text) as Draft)
}

export const describeDrafts = (account: string): string =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(getDraftKey(account, '')))
    .map((key) => (JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Draft>).words ?? '')
    .filter((words) => words !== '')
    .join('\n\n')

export function hasDrafts(): boolean {
  return Object.keys(sessionStorage).some((key) => key.startsWith(DRAFT))
}

export function deleteDraft(account: string, form: string): void {
  sessionStorage.removeItem(getDraftKey(account, form))
  draftChanges.set(draftChanges.get() + 1)
}

export const hasDraft = (account: string, form: string): boolean =>
  sessionStorage.getItem(getDraftKey(account, form)) !== null

export function deleteDraftsOfOthers(account: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(`${DRAFT}${id} `) && !key.startsWith(getAccountPrefix(account)))
      sessionStorage.removeItem(key)
}
