import { useEffect } from 'react'
import { endPushAtLogout } from '#features/push/subscription.ts'
import { ApiError, api } from '#lib/api/api.ts'
import { isGateOnly } from '#lib/api/gate-device.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import {
  getCurrentArea,
  deleteSession,
  goToLogin,
  onSessionElsewhere,
  getSessionToken,
} from '#lib/api/session.ts'
import { stopLive } from '#lib/live/live.ts'
import { confirm, inform } from '#ui/overlays/dialogs.ts'
import { SESSION } from '@tahanan/contract/limits.ts'
import { deletePersonalData, rememberEndedSession } from './delete-personal-data.ts'

export async function logout(): Promise<void> {
  const isConfirmed = await confirm({
    title: 'Do you want to logout?',
    content: 'You will redirected to login page',
    okText: 'Logout',
  })
  if (isConfirmed) await endSession()
}

const END_MS = 3000

/** Ends the session without a confirmation, on the server and in this tab, then loads the login page. */
export async function endSession(): Promise<void> {
  stopLive()
  const token = getSessionToken()
  const signal = AbortSignal.timeout(END_MS)
  // Sent first, because the call needs the token that `deletePersonalData` deletes.
  const logoutCall = api.post('/logout', undefined, { quiet: true, signal })
  const [answer] = await Promise.allSettled([logoutCall, endPush(), deletePersonalData()])
  const isAnswered =
    answer.status === 'fulfilled' || (answer.reason instanceof ApiError && !answer.reason.isUnanswered)
  if (!isAnswered && token !== null) await rememberEndedSession(token)
  goToLogin()
}

/**
 * Removes the push subscription from this browser. Only residents have one. The server deletes its copy at
 * logout.
 */
async function endPush(): Promise<void> {
  if (getCurrentArea() !== 'client') return
  const timeout = new Promise((resolve) => setTimeout(resolve, END_MS))
  await Promise.race([endPushAtLogout(queryClient.getQueryData(meQuery.queryKey)?.id), timeout])
}

/**
 * Events that count as activity of the user (rules 1.7). `scroll` is not one, because live content also
 * scrolls a page.
 */
const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const CHECK_MS = 15_000
/** Interval of calls that keep the session alive, because typing in a form makes no other call. */
const KEEP_ALIVE_MS = 4 * 60_000
const LAST_ACTIVE = 'LAST_ACTIVE'

let pointerAt: string | undefined

/**
 * Whether the user caused the event. A `pointermove` also fires when the page moves under a pointer that does
 * not move.
 */
function isByHand(event: Event): boolean {
  if (event.type !== 'pointermove') return true
  const { screenX, screenY } = event as PointerEvent
  const before = pointerAt
  pointerAt = `${screenX} ${screenY}`
  return before !== undefined && before !== pointerAt
}

/**
 * Ends the session after 3000 seconds without activity in any tab, and keeps it alive until then (rules 1.7).
 * Does nothing at the gate.
 */
export function useInactivity(): void {
  useEffect(() => {
    if (isGateOnly()) return
    let last = Date.now()
    let lastWritten = 0
    const markActive = (event?: Event): void => {
      if (event && !isByHand(event)) return
      last = Date.now()
      if (last - lastWritten < CHECK_MS) return
      lastWritten = last
      localStorage.setItem(LAST_ACTIVE, String(last))
    }
    markActive()
    let lastKeepAlive = last
    // The check compares times of the clock, because timers stop while a laptop sleeps.
    const timer = setInterval(() => {
      const shared = Number(localStorage.getItem(LAST_ACTIVE))
      if (Date.now() - Math.max(last, shared) >= SESSION.idleSeconds * 1000) {
        clearInterval(timer)
        void showInactivity()
      } else if (last > lastKeepAlive && Date.now() - lastKeepAlive >= KEEP_ALIVE_MS) {
        lastKeepAlive = Date.now()
        // Any call keeps the session alive, so a failure here is harmless: the next call does it.
        void api.get('/me').catch(() => undefined)
      }
    }, CHECK_MS)
    for (const kind of ACTIVITY) addEventListener(kind, markActive, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      for (const kind of ACTIVITY) removeEventListener(kind, markActive, { capture: true })
    }
  }, [])
}

let isInactivityShown = false

async function showInactivity(): Promise<void> {
  if (isInactivityShown) return
  isInactivityShown = true
  stopLive()
  const ended =
    getSessionToken() === null
      ? undefined
      : api.post('/logout?idle=1', undefined, { quiet: true }).catch(() => undefined)
  // The token is deleted first. Otherwise a 401 of another call could load the login page before the user has
  // read the message.
  deleteSession()
  // The dialog covers the whole page, so that nobody passing by can read the page.
  await inform('info', 'Inactivity', 'You were away for a while, so we logged you out.', { covers: true })
  await ended
  goToLogin()
}

/**
 * Whether all tabs were idle for the lifetime of a session. Two intervals are subtracted, because activity is
 * stored and checked only once per interval.
 */
function isIdle(): boolean {
  const last = Number(localStorage.getItem(LAST_ACTIVE))
  return !isGateOnly() && Date.now() - last >= SESSION.idleSeconds * 1000 - 2 * CHECK_MS
}

export function useSharedLogout(): void {
  useEffect(
    () =>
      onSessionElsewhere((token) => {
        if (token === null && isIdle()) void showInactivity()
        else location.reload()
      }),
    [],
  )
}
