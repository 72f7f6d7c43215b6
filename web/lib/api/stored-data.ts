import { AREAS, type Area } from '@tahanan/contract/limits.ts'

/**
 * Local-storage keys that a logout does not delete: settings of the community, choices made in this browser,
 * an enrolled gate device, and ids for the next request or login (rules 1.34, 23.35). All other keys are
 * deleted, so data stored under a new key is deleted by default.
 */
const KEYS_KEPT_AT_LOGOUT: readonly string[] = [
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

/** Local-storage keys that belong to one area. A logout of another area does not delete them. */
const KEYS_BY_AREA: Record<Area, readonly string[]> = {
  client: ['CLIENT_SESSION_TOKEN', 'LAST_SEEN'],
  admin: ['ADMIN_SESSION_TOKEN', 'STATEMENT_IMPORT'],
  'super-admin': ['SUPER_ADMIN_SESSION_TOKEN'],
}

/** Session-storage key of the message that the login shows, and of the page that it opens afterwards. */
export const ENDED_SESSION_KEY = 'LEFT'

/**
 * Returns the local-storage key of an area's draft id, which is part of the name of each draft. A login
 * creates the id. A logout deletes it, so that older drafts can no longer be found.
 */
export const getDraftsIdKey = (area: Area): string => `DRAFTS ${area}`

export const DRAFT_KEY_PREFIX = 'DRAFT '

export const hasDrafts = (): boolean =>
  Object.keys(sessionStorage).some((key) => key.startsWith(DRAFT_KEY_PREFIX))

/**
 * Prefix of session-storage keys with the idempotency key of a drafted request that got no response. They are
 * kept with the drafts, so that a draft sent again after a new login creates no second record (rules 14.12).
 */
export const UNANSWERED_KEY_PREFIX = 'UNANSWERED '

/**
 * Deletes the drafts of sessions that ended with a logout. The logout may have happened in another tab, or
 * before this tab was restored.
 */
export function removeEndedDrafts(): void {
  const ids = AREAS.map((area) => localStorage.getItem(getDraftsIdKey(area)))
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT_KEY_PREFIX) && !ids.includes(key.split(' ')[1] ?? ''))
      sessionStorage.removeItem(key)
}

/**
 * Deletes the session and the stored data of an area. Drafts and unanswered requests are kept if `isEnded` is
 * true: the session ended without a logout.
 */
export function removeStoredData(area: Area, isEnded: boolean): void {
  // The draft id is deleted before the token, because other tabs read it when they notice that the token is
  // gone.
  if (!isEnded) localStorage.removeItem(getDraftsIdKey(area))
  const keysOfOtherAreas = AREAS.filter((otherArea) => otherArea !== area).flatMap(
    (otherArea) => KEYS_BY_AREA[otherArea],
  )
  for (const key of Object.keys(localStorage)) {
    const [keyPrefix = ''] = key.split(' ')
    if (
      keyPrefix !== 'DRAFTS' &&
      !KEYS_KEPT_AT_LOGOUT.includes(keyPrefix) &&
      !keysOfOtherAreas.includes(keyPrefix)
    )
      localStorage.removeItem(key)
  }
  removeEndedDrafts()
  for (const key of Object.keys(sessionStorage))
    if (!key.startsWith(DRAFT_KEY_PREFIX) && !(isEnded && isKeptUntilNextLogin(key)))
      sessionStorage.removeItem(key)
}

const isKeptUntilNextLogin = (key: string): boolean =>
  key === ENDED_SESSION_KEY || key.startsWith(UNANSWERED_KEY_PREFIX)
