/** Which of the three areas this page is, and its session token in local storage (rules 1.1, 1.2). */

import { isOpenPage } from '#lib/address/open-pages.ts'
import type { Area } from '@tahanan/contract/limits.ts'

export type { Area }

const TOKEN_KEYS: Record<Area, string> = {
  client: 'CLIENT_SESSION_TOKEN',
  admin: 'ADMIN_SESSION_TOKEN',
  'super-admin': 'SUPER_ADMIN_SESSION_TOKEN',
}

/** Key of the cache of `offline/last-seen.ts`, which belongs to one session and ends with it. */
export const LAST_SEEN = 'LAST_SEEN'

const HOMES: Record<Area, string> = { client: '/', admin: '/admin', 'super-admin': '/super-admin' }

/** The area of a URL path. `/admin` is looked for first, then `/super-admin` (rules 1.1). */
export function areaOf(path: string): Area {
  if (path.includes('/admin')) return 'admin'
  if (path.includes('/super-admin')) return 'super-admin'
  return 'client'
}

/** The area of the open page. */
export function currentArea(): Area {
  return areaOf(location.pathname)
}

/** Where the area's home is, which is also its login page. */
export function homeOf(area: Area): string {
  return HOMES[area]
}

const tokenKey = (): string => TOKEN_KEYS[currentArea()]

export function sessionToken(): string | null {
  return localStorage.getItem(tokenKey())
}

export function startSession(token: string): void {
  if (currentArea() === 'client') localStorage.removeItem(LAST_SEEN)
  sessionStorage.removeItem(LEFT)
  localStorage.setItem(tokenKey(), token)
}

/** Forgets the token of the area. Does not tell the server; see `logout`. */
export function forgetSession(): void {
  // a second call for the same end keeps the words of the first
  if (sessionToken() !== null) sessionStorage.removeItem(LEFT)
  if (currentArea() === 'client') localStorage.removeItem(LAST_SEEN)
  localStorage.removeItem(tokenKey())
}

/** Message of the login after a session, and the address that it leads back to. Kept for the browser tab. */
const LEFT = 'LEFT'

interface Left {
  why: string
  /** Address of the open page, its panel included. */
  path: string
}

/** Why and where the last session of the area ended in this tab, if it was not by a logout. */
export function lastLeft(): Left | undefined {
  const left = JSON.parse(sessionStorage.getItem(LEFT) ?? 'null') as Left | null
  // a path of two slashes would lead to another site
  return left && !left.path.startsWith('//') && areaOf(left.path) === currentArea() ? left : undefined
}

/**
 * Forgets the session and loads the area's login page. With `why`, which the login tells, the login leads back to the page that
 * was open.
 */
export function leaveToLogin(why?: string): void {
  forgetSession()
  if (why !== undefined) {
    const left: Left = { why, path: `${location.pathname}${location.search}` }
    sessionStorage.setItem(LEFT, JSON.stringify(left))
  }
  // a gateway's parameters must not be lost with a session that ended meanwhile
  if (isOpenPage(location)) location.reload()
  else location.replace(homeOf(currentArea()))
}

/**
 * Calls `moved` when this area's session is ended, or another is begun, in another tab, with the token that holds now.
 * Returns how to stop listening.
 */
export function onSessionElsewhere(moved: (token: string | null) => void): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key === tokenKey() && event.newValue !== event.oldValue) moved(event.newValue)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
