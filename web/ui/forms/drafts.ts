import { getCurrentArea, getSessionToken } from '#lib/api/session.ts'
import {
  DRAFT_KEY_PREFIX,
  getDraftsIdKey,
  removeEndedDrafts,
  UNANSWERED_KEY_PREFIX,
} from '#lib/api/stored-data.ts'
import { createRandomName } from '#lib/create-random-name.ts'
import { createStore } from '#lib/store.ts'
import type { FormValues } from './form-values.ts'

// Drafts are unsaved input of forms, stored in the session storage of the tab by account and form. A draft is
// kept when the session expires. A logout deletes it.

let draftsId: string | null = null
const getAccountPrefix = (account: string): string => `${DRAFT_KEY_PREFIX}${draftsId} ${account} `
const getDraftKey = (account: string, form: string) => `${getAccountPrefix(account)}${form}`

/**
 * Deletes the drafts of sessions that ended with a logout, and enables drafts on this page. Must be called
 * once, when the page starts.
 */
export function startDrafts(): void {
  const key = getDraftsIdKey(getCurrentArea())
  if (getSessionToken() !== null && localStorage.getItem(key) === null)
    localStorage.setItem(key, createRandomName())
  draftsId = localStorage.getItem(key)
  removeEndedDrafts()
}

/**
 * Counter of changes of drafts. Components that mark records with a draft watch it, so that they rerender.
 */
export const draftChanges = createStore(0)

export interface Draft {
  values: FormValues
  /** Saved values before the user's changes. They show later which fields somebody else has changed. */
  before?: FormValues
  /** Typed values with their labels. The user can copy this text if the form can no longer be opened. */
  words?: string
}

export function saveDraft(account: string, form: string, draft: Draft): void {
  // After a logout, for example in another tab, no draft may be stored any more, not even when this page
  // closes.
  if (draftsId === null || localStorage.getItem(getDraftsIdKey(getCurrentArea())) !== draftsId) return
  try {
    // `undefined` becomes null, because JSON would drop emptied fields.
    const text = JSON.stringify(draft, (_, value: unknown) => (value === undefined ? null : value))
    sessionStorage.setItem(getDraftKey(account, form), text)
    draftChanges.set(draftChanges.get() + 1)
  } catch {
    // The session storage is full or blocked, so the draft is not stored.
  }
}

/** Returns the stored draft of a form. The draft is not deleted, because saving the form may fail again. */
export function loadDraft(account: string, form: string): Draft | undefined {
  const text = sessionStorage.getItem(getDraftKey(account, form))
  return text === null ? undefined : (JSON.parse(text) as Draft)
}

export const describeDrafts = (account: string): string =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(getDraftKey(account, '')))
    .map((key) => (JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Draft>).words ?? '')
    .filter((text) => text !== '')
    .join('\n\n')

export function deleteDraft(account: string, form: string): void {
  sessionStorage.removeItem(getDraftKey(account, form))
  draftChanges.set(draftChanges.get() + 1)
}

export const hasDraft = (account: string, form: string): boolean =>
  sessionStorage.getItem(getDraftKey(account, form)) !== null

/** Deletes the drafts of other accounts, and then also all unanswered requests, which may be theirs. */
export function deleteDraftsOfOthers(account: string): void {
  const keys = Object.keys(sessionStorage)
  const isDraftOfOther = (key: string): boolean =>
    key.startsWith(`${DRAFT_KEY_PREFIX}${draftsId} `) && !key.startsWith(getAccountPrefix(account))
  if (!keys.some(isDraftOfOther)) return
  for (const key of keys)
    if (isDraftOfOther(key) || key.startsWith(UNANSWERED_KEY_PREFIX)) sessionStorage.removeItem(key)
}
