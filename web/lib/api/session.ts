/** Area of the open page, and its session token in local storage (rules 1.1, 1.2). */

import { isOpenPage } from '#lib/address/open-pages.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { ENDED_SESSION, removeStoredData } from './stored-data.ts'

export type { Area }

const TOKEN_KEYS: Record<Area, string> = {
  client: 'CLIENT_SESSION_TOKEN',
  admin: 'ADMIN_SESSION_TOKEN',
  'super-admin': 'SUPER_ADMIN_SESSION_TOKEN',
}

/** Cache key of `offline/last-seen.ts`; the cache is deleted with its session. */
export const LAST_SEEN = 'LAST_SEEN'

/** Administrators' first page after a login (rules 15.17). */
export const DESK_PATH = '/admin/desk'

/** Session-storage key: a login has just opened the office, which then shows the gate to a guard (rules 24.36). */
const FRESH = 'FRESH_LOGIN'

export function landAtDesk(): void {
  sessionStorage.setItem(FRESH, '1')
  location.replace(DESK_PATH)
}

/** Whether this page is the first one after a login, until `endLanding`. */
export const hasJustLanded = (): boolean => sessionStorage.getItem(FRESH) !== null

/**
 * Ends the state of `hasJustLanded` after the dependent component is mounted: React may render it twice,
 * which reads the state twice.
 */
export const endLanding = (): void => sessionStorage.removeItem(FRESH)

const HOMES: Record<Area, string> = { client: '/', admin: '/admin', 'super-admin': '/super-admin' }

/** Returns the area of a path; checks `/admin` before `/super-admin` (rules 1.1). */
export function getArea(path: string): Area {
  if (path.includes('/admin')) return 'admin'
  if (path.includes('/super-admin')) return 'super-admin'
  return 'client'
}

export function getCurrentArea(): Area {
  return getArea(location.pathname)
}

export function getHomePath(area: Area): string {
  return HOMES[area]
}

const tokenKey = (): string => TOKEN_KEYS[getCurrentArea()]

export function getSessionToken(): string | null {
  return localStorage.getItem(tokenKey())
}

export function startSession(token: string): void {
  if (getCurrentArea() === 'client') localStorage.removeItem(LAST_SEEN)
  sessionStorage.removeItem(ENDED_SESSION)
  localStorage.setItem(tokenKey(), token)
}

/**
 * Deletes the area's token and the stored data of its person (rules 1.34), without a call to the server;
 * drafts only at a logout (`isEnded` false).
 */
export function deleteSession({ isEnded = true } = {}): void {
  // The message of the first call is not replaced by a second one.
  if (getSessionToken() !== null) sessionStorage.removeItem(ENDED_SESSION)
  removeStoredData(getCurrentArea(), isEnded)
}

interface EndedSession {
  why: string
  path: string
}

/** Returns why and where the last session ended in this tab; undefined after a logout. */
export function getLastEndedSession(): EndedSession | undefined {
  const ended = JSON.parse(sessionStorage.getItem(ENDED_SESSION) ?? 'null') as EndedSession | null
  // A path starting with two slashes would lead to another site.
  return ended && !ended.path.startsWith('//') && getArea(ended.path) === getCurrentArea() ? ended : undefined
}

/** Stores the message `why` and the open page, for the next login in this tab. */
export function storeReturnPage(why: string): void {
  const ended: EndedSession = { why, path: `${location.pathname}${location.search}` }
  sessionStorage.setItem(ENDED_SESSION, JSON.stringify(ended))
}

/** Ends the session in this tab; the login shows `why` and returns to the open page. */
export function goToLogin(why?: string, how?: { isEnded: boolean }): void {
  deleteSession(how)
  if (why !== undefined) storeReturnPage(why)
  // The parameters of a gateway's return must survive the end of the session.
  if (isOpenPage(location)) location.reload()
  else location.replace(getHomePath(getCurrentArea()))
}

/** Calls `onChange` when another tab starts or ends this area's session. Returns an unsubscriber. */
export function onSessionElsewhere(onChange: (token: string | null) => void): () => void {
  const own = getSessionToken()
  const listen = (event: StorageEvent): void => {
    if (event.key === tokenKey() && event.newValue !== event.oldValue) onChange(event.newValue)
  }
  // The browser's Back may restore a page from its cache, which has missed all events.
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && getSessionToken() !== own) location.reload()
  }
  addEventListener('storage', listen)
  addEventListener('pageshow', comeBack)
  return () => {
    removeEventListener('storage', listen)
    removeEventListener('pageshow', comeBack)
  }
}
