/** See rules 1.1 and 1.2. */

import { isOpenPage } from '#lib/address/open-pages.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { ENDED_SESSION, removeStoredData } from './stored-data.ts'

export type { Area }

const TOKEN_KEYS: Record<Area, string> = {
  client: 'CLIENT_SESSION_TOKEN',
  admin: 'ADMIN_SESSION_TOKEN',
  'super-admin': 'SUPER_ADMIN_SESSION_TOKEN',
}

/** Cache of `offline/last-seen.ts`. It is deleted with its session. */
export const LAST_SEEN = 'LAST_SEEN'

/** First page of administrators after a login (rules 15.17). */
export const DESK_PATH = '/admin/desk'

/** Set after a login of the office, which then shows the gate to a guard (rules 24.36). */
const FRESH = 'FRESH_LOGIN'

export function landAtDesk(): void {
  sessionStorage.setItem(FRESH, '1')
  location.replace(DESK_PATH)
}

/** True on the first page after a login, until `endLanding`. */
export const hasJustLanded = (): boolean => sessionStorage.getItem(FRESH) !== null

/** Must be called after the component that reads the state is mounted, because React may render it twice. */
export const endLanding = (): void => sessionStorage.removeItem(FRESH)

const HOMES: Record<Area, string> = { client: '/', admin: '/admin', 'super-admin': '/super-admin' }

/** Checks `/admin` before `/super-admin` (rules 1.1). */
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

const getTokenKey = (): string => TOKEN_KEYS[getCurrentArea()]

export function getSessionToken(): string | null {
  return localStorage.getItem(getTokenKey())
}

export function startSession(token: string): void {
  if (getCurrentArea() === 'client') localStorage.removeItem(LAST_SEEN)
  sessionStorage.removeItem(ENDED_SESSION)
  localStorage.setItem(getTokenKey(), token)
}

/**
 * Deletes the token of the area and the stored data of its user, without a call to the server (rules 1.34).
 * Keeps drafts if the session ended without a logout (`isEnded`).
 */
export function deleteSession({ isEnded = true } = {}): void {
  // A second call keeps the message of the first.
  if (getSessionToken() !== null) sessionStorage.removeItem(ENDED_SESSION)
  removeStoredData(getCurrentArea(), isEnded)
}

interface EndedSession {
  why: string
  path: string
}

export function getLastEndedSession(): EndedSession | undefined {
  const ended = JSON.parse(sessionStorage.getItem(ENDED_SESSION) ?? 'null') as EndedSession | null
  // A path that starts with two slashes would lead to another site.
  return ended && !ended.path.startsWith('//') && getArea(ended.path) === getCurrentArea() ? ended : undefined
}

export function storeReturnPage(why: string): void {
  const ended: EndedSession = { why, path: `${location.pathname}${location.search}` }
  sessionStorage.setItem(ENDED_SESSION, JSON.stringify(ended))
}

/** The login shows `why` and returns to the open page. */
export function goToLogin(why?: string, how?: { isEnded: boolean }): void {
  deleteSession(how)
  if (why !== undefined) storeReturnPage(why)
  // The parameters of a gateway's return must survive the end of the session.
  if (isOpenPage(location)) location.reload()
  else location.replace(getHomePath(getCurrentArea()))
}

/** Another tab started or ended the session of this area. Returns a function that unsubscribes. */
export function onSessionElsewhere(onChange: (token: string | null) => void): () => void {
  const own = getSessionToken()
  const listen = (event: StorageEvent): void => {
    if (event.key === getTokenKey() && event.newValue !== event.oldValue) onChange(event.newValue)
  }
  // The browser's Back may restore a page from its cache, which has missed all events.
  const handlePageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && getSessionToken() !== own) location.reload()
  }
  addEventListener('storage', listen)
  addEventListener('pageshow', handlePageShow)
  return () => {
    removeEventListener('storage', listen)
    removeEventListener('pageshow', handlePageShow)
  }
}
