import { useEffect } from 'react'
import { endPushAtLogout } from '#features/push/subscription.ts'
import { ApiError, api } from '#lib/api/api.ts'
import { isGateDeviceInAdminArea } from '#lib/api/gate-device.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import {
  getCurrentArea,
  deleteSession,
  goToLogin,
  watchSessionInOtherTabs,
  getSessionToken,
} from '#lib/api/session.ts'
import { disconnectLive } from '#lib/live/live.ts'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { SESSION_LIMITS } from '@tahanan/contract/limits.ts'
import { deletePersonalData, addEndedSession } from './delete-personal-data.ts'

export async function logout(): Promise<void> {
  const isConfirmed = await confirm({
    title: 'Do you want to logout?',
    content: 'You will redirected to login page',
    okText: 'Logout',
  })
  if (isConfirmed) await endSession()
}

const LOGOUT_TIMEOUT_MS = 3000

/** Stops what the page still loads, because the server would refuse these calls once the session has ended. */
function stopLoading(): void {
  disconnectLive()
  void queryClient.cancelQueries()
}

/** Ends the session without a confirmation, on the server and in this tab, then loads the login page. */
export async function endSession(): Promise<void> {
  stopLoading()
  const token = getSessionToken()
  const signal = AbortSignal.timeout(LOGOUT_TIMEOUT_MS)
  // Sent first, because the call needs the token that `deletePersonalData` deletes.
  const logoutCall = api.post('/logout', undefined, { quiet: true, signal })
  const [logoutResult] = await Promise.allSettled([logoutCall, endPushSubscription(), deletePersonalData()])
  const isAnswered =
    logoutResult.status === 'fulfilled' ||
    (logoutResult.reason instanceof ApiError && !logoutResult.reason.isUnanswered)
  if (!isAnswered && token !== null) await addEndedSession(token)
  goToLogin()
}

async function endPushSubscription(): Promise<void> {
  if (getCurrentArea() !== 'client') return
  const timeout = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))
  await Promise.race([endPushAtLogout(queryClient.getQueryData(meQuery.queryKey)?.id), timeout])
}

/**
 * Events that count as activity of the user (rules 1.7). `scroll` is left out, because a page also scrolls
 * when live content arrives.
 */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const IDLE_CHECK_MS = 15_000
/**
 * Interval of calls that keep the session alive while the user is active. Typing in a form makes no other
 * call.
 */
const KEEP_ALIVE_MS = 4 * 60_000
const LAST_ACTIVE_KEY = 'LAST_ACTIVE'

let lastPointerPosition: string | undefined

/** Returns false for a `pointermove` that fires because the page moved under a pointer that stood still. */
function isCausedByUser(event: Event): boolean {
  if (event.type !== 'pointermove') return true
  const { screenX, screenY } = event as PointerEvent
  const previousPointerPosition = lastPointerPosition
  lastPointerPosition = `${screenX} ${screenY}`
  return previousPointerPosition !== undefined && previousPointerPosition !== lastPointerPosition
}

/**
 * Ends the session after 3000 seconds without activity in any tab, and keeps it alive until then (rules 1.7).
 * Does nothing on a device of the gate.
 */
export function useInactivityLogout(): void {
  useEffect(() => {
    if (isGateDeviceInAdminArea()) return
    let lastActiveTime = Date.now()
    let lastWritten = 0
    const markActive = (event?: Event): void => {
      if (event && !isCausedByUser(event)) return
      lastActiveTime = Date.now()
      if (lastActiveTime - lastWritten < IDLE_CHECK_MS) return
      lastWritten = lastActiveTime
      localStorage.setItem(LAST_ACTIVE_KEY, String(lastActiveTime))
    }
    markActive()
    let lastKeepAlive = lastActiveTime
    // Each check compares clock times. One long timer would be too late, because timers stop while a laptop
    // sleeps.
    const timer = setInterval(() => {
      const lastActiveInAnyTab = Number(localStorage.getItem(LAST_ACTIVE_KEY))
      if (Date.now() - Math.max(lastActiveTime, lastActiveInAnyTab) >= SESSION_LIMITS.idleSeconds * 1000) {
        clearInterval(timer)
        void showInactivityDialog()
      } else if (lastActiveTime > lastKeepAlive && Date.now() - lastKeepAlive >= KEEP_ALIVE_MS) {
        lastKeepAlive = Date.now()
        // A failure is harmless, because the next call keeps the session alive too.
        void api.get('/me').catch(() => undefined)
      }
    }, IDLE_CHECK_MS)
    for (const eventType of ACTIVITY_EVENTS)
      addEventListener(eventType, markActive, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      for (const eventType of ACTIVITY_EVENTS) removeEventListener(eventType, markActive, { capture: true })
    }
  }, [])
}

let isInactivityShown = false

async function showInactivityDialog(): Promise<void> {
  if (isInactivityShown) return
  isInactivityShown = true
  stopLoading()
  const logoutCall =
    getSessionToken() === null
      ? undefined
      : api.post('/logout?idle=1', undefined, { quiet: true }).catch(() => undefined)
  // The token is deleted first. Otherwise a 401 of another call could load the login page before the user has
  // read the message.
  deleteSession()
  // The dialog covers the whole page, so that nobody passing by can read the page.
  await showMessage('info', 'Inactivity', 'You were away for a while, so we logged you out.', {
    covers: true,
  })
  await logoutCall
  goToLogin()
}

/**
 * Subtracts two check intervals from the limit, because activity is stored and checked only once per
 * interval.
 */
function isIdle(): boolean {
  const storedLastActiveTime = Number(localStorage.getItem(LAST_ACTIVE_KEY))
  return (
    !isGateDeviceInAdminArea() &&
    Date.now() - storedLastActiveTime >= SESSION_LIMITS.idleSeconds * 1000 - 2 * IDLE_CHECK_MS
  )
}

export function useSharedLogout(): void {
  useEffect(
    () =>
      watchSessionInOtherTabs((token) => {
        if (token === null && isIdle()) void showInactivityDialog()
        else location.reload()
      }),
    [],
  )
}
