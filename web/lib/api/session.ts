/** Sessions of the browser (rules 1.1, 1.2). */

import { isPublicPage } from '#lib/address/public-pages.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { ENDED_SESSION_KEY, removeStoredData } from './stored-data.ts'

export type { Area }

const TOKEN_KEYS: Record<Area, string> = {
  client: 'CLIENT_SESSION_TOKEN',
  admin: 'ADMIN_SESSION_TOKEN',
  'super-admin': 'SUPER_ADMIN_SESSION_TOKEN',
}

/**
 * Local-storage key of the data that a resident can see offline (`offline/stored-cache.ts`). The data is
 * deleted when the session ends.
 */
export const LAST_SEEN_KEY = 'LAST_SEEN'

/** Path of the first page after an administrator's login (rules 15.17). */
export const MY_WORK_PATH = '/admin/desk'

/**
 * Session-storage key that an administrator's login sets. The first page after the login then redirects a
 * guard to the gate page (rules 24.36).
 */
const FRESH_LOGIN_KEY = 'FRESH_LOGIN'

export function openMyWorkAfterLogin(): void {
  sessionStorage.setItem(FRESH_LOGIN_KEY, '1')
  location.replace(MY_WORK_PATH)
}

/** Returns true from an administrator's login until `endFirstPageAfterLogin` is called. */
export const isFirstPageAfterLogin = (): boolean => sessionStorage.getItem(FRESH_LOGIN_KEY) !== null

/**
 * Makes `isFirstPageAfterLogin` return false. Must be called in an effect, because React may render a
 * component twice before it mounts.
 */
export const endFirstPageAfterLogin = (): void => sessionStorage.removeItem(FRESH_LOGIN_KEY)

const HOME_PATHS: Record<Area, string> = { client: '/', admin: '/admin', 'super-admin': '/super-admin' }

/**
 * Returns the area of a path. `/admin` is checked before `/super-admin`, so `/super-admin/admin` belongs to
 * the area `admin` (rules 1.1).
 */
export function getArea(path: string): Area {
  if (path.includes('/admin')) return 'admin'
  if (path.includes('/super-admin')) return 'super-admin'
  return 'client'
}

export function getCurrentArea(): Area {
  return getArea(location.pathname)
}

export function getHomePath(area: Area): string {
  return HOME_PATHS[area]
}

const getTokenKey = (): string => TOKEN_KEYS[getCurrentArea()]

export function getSessionToken(): string | null {
  return localStorage.getItem(getTokenKey())
}

export function startSession(token: string): void {
  if (getCurrentArea() === 'client') localStorage.removeItem(LAST_SEEN_KEY)
  sessionStorage.removeItem(ENDED_SESSION_KEY)
  localStorage.setItem(getTokenKey(), token)
}

/**
 * Deletes the session from this browser without a request to the server (rules 1.34). Drafts are kept if
 * `isEnded` is true: the session ended without a logout.
 */
export function deleteSession({ isEnded = true } = {}): void {
  // If there is no token, an earlier call has already deleted the session. The message that it stored for the
  // login must be kept.
  if (getSessionToken() !== null) sessionStorage.removeItem(ENDED_SESSION_KEY)
  removeStoredData(getCurrentArea(), isEnded)
}

interface EndedSession {
  why: string
  path: string
}

export function getLastEndedSession(): EndedSession | undefined {
  const endedSession = JSON.parse(sessionStorage.getItem(ENDED_SESSION_KEY) ?? 'null') as EndedSession | null
  // A path with two slashes at the start is refused, because the browser would open another site.
  return endedSession &&
    !endedSession.path.startsWith('//') &&
    getArea(endedSession.path) === getCurrentArea()
    ? endedSession
    : undefined
}

export function storeEndedSession(reason: string): void {
  const endedSession: EndedSession = { why: reason, path: `${location.pathname}${location.search}` }
  sessionStorage.setItem(ENDED_SESSION_KEY, JSON.stringify(endedSession))
}

/**
 * Ends the session and opens the login. The login shows `reason`, and returns to the current page afterwards.
 */
export function goToLogin(reason?: string, options?: { isEnded: boolean }): void {
  deleteSession(options)
  if (reason !== undefined) storeEndedSession(reason)
  // Pages to which a payment gateway redirects are reloaded instead, because the login at another URL would
  // lose their URL parameters.
  if (isPublicPage(location)) location.reload()
  else location.replace(getHomePath(getCurrentArea()))
}

/**
 * Calls `onChange` when another tab starts or ends the session of this area. Returns a function that
 * unsubscribes.
 */
export function watchSessionInOtherTabs(onChange: (token: string | null) => void): () => void {
  const tokenAtStart = getSessionToken()
  const handleStorage = (event: StorageEvent): void => {
    if (event.key === getTokenKey() && event.newValue !== event.oldValue) onChange(event.newValue)
  }
  // A page that Back restores from the browser's cache has missed all storage events, so its token is
  // compared.
  const handlePageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && getSessionToken() !== tokenAtStart) location.reload()
  }
  addEventListener('storage', handleStorage)
  addEventListener('pageshow', handlePageShow)
  return () => {
    removeEventListener('storage', handleStorage)
    removeEventListener('pageshow', handlePageShow)
  }
}
