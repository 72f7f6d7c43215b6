import { AREAS, type Area } from '@tahanan/contract/limits.ts'

/**
 * These keys survive a logout: settings of the community, choices of this browser, an enrolled device, and ids
 * for the next call or login (rules 1.34, 23.35). A logout deletes all others, so a new store is deleted by
 * default.
 */
const STAYING: readonly string[] = [
  'ENDED_SESSIONS',
  'FEEDBACK_ASKED',
  'GATE_CAMERA',
  'GATE_DEVICE',
  'GATE_DEVICE_ENDED',
  'GATE_SOUND',
  'GATE_WAY',
  'KEYS',
  'LAST_ACTIVE',
  'LISTS',
  'MENU_FOLDS',
  'PUBLIC_SETTINGS',
  'PUSH_OF',
  'PUSH_OFFERED',
  'SECOND_FACTOR_NOTE',
  'THEME',
]

/** Keys of one area. A logout of another area keeps them. */
const OWN_KEYS: Record<Area, readonly string[]> = {
  client: ['CLIENT_SESSION_TOKEN', 'LAST_SEEN'],
  admin: ['ADMIN_SESSION_TOKEN', 'STATEMENT_IMPORT'],
  'super-admin': ['SUPER_ADMIN_SESSION_TOKEN'],
}

/** Stores the message of the login and the page to which it returns. */
export const ENDED_SESSION = 'LEFT'

/** Stores the id in the names of an area's drafts. Created at a login and deleted by a logout. */
export const getDraftsKey = (area: Area): string => `DRAFTS ${area}`

/** The id and the account follow. */
export const DRAFT = 'DRAFT '

/** Deletes drafts of logins that ended with a logout, also in another tab or before this tab was restored. */
export function removeEndedDrafts(): void {
  const ids = AREAS.map((area) => localStorage.getItem(getDraftsKey(area)))
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT) && !ids.includes(key.split(' ')[1] ?? '')) sessionStorage.removeItem(key)
}

/** Keeps drafts if the session ended without a logout (`isEnded`). */
export function removeStoredData(area: Area, isEnded: boolean): void {
  // Before the token, because other tabs read this key when the token is removed.
  if (!isEnded) localStorage.removeItem(getDraftsKey(area))
  const others = AREAS.filter((other) => other !== area).flatMap((other) => OWN_KEYS[other])
  for (const key of Object.keys(localStorage)) {
    const [word = ''] = key.split(' ')
    if (word !== 'DRAFTS' && !STAYING.includes(word) && !others.includes(word)) localStorage.removeItem(key)
  }
  removeEndedDrafts()
  for (const key of Object.keys(sessionStorage))
    if (!key.startsWith(DRAFT) && !(isEnded && key === ENDED_SESSION)) sessionStorage.removeItem(key)
}
