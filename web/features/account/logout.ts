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

/** Ends the session on the server and in this tab, without a confirmation, and loads the login page. */
export async function endSession(): Promise<void> {
  stopLive()
  const token = getSessionToken()
  const signal = AbortSignal.timeout(END_MS)
  // Sent before `deletePersonalData` deletes the token that the call needs.
  const logoutCall = api.post('/logout', undefined, { quiet: true, signal })
  const [answer] = await Promise.allSettled([logoutCall, endPush(), deletePersonalData()])
  const isAnswered =
    answer.status === 'fulfilled' || (answer.reason instanceof ApiError && !answer.reason.isUnanswered)
  if (!isAnswered && token !== null) await rememberEndedSession(token)
  goToLogin()
}

/**
 * Removes this browser's push subscription, which only residents have. The server deletes its copy at logout.
 */
async function endPush(): Promise<void> {
  if (getCurrentArea() !== 'client') return
  const timeout = new Promise((resolve) => setTimeout(resolve, END_MS))
  await Promise.race([endPushAtLogout(queryClient.getQueryData(meQuery.queryKey)?.id), timeout])
}

/** Events that count as activity (rules 1.7). Not `scroll`, because live content also scrolls a page. */
const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const CHECK_MS = 15_000
/** Interval of keep-alive calls, because a user who types for an hour makes no other call. */
const KEEP_ALIVE_MS = 4 * 60_000
const LAST_ACTIVE = 'LAST_ACTIVE'

let pointerAt: string | undefined

/** Whether the user caused the event: `pointermove` also fires when a page moves under a resting pointer. */
function isByHand(event: Event): boolean {
  if (event.type !== 'pointermove') return true
  const { screenX, screenY } = event as PointerEvent
  const before = pointerAt
  pointerAt = `${screenX} ${screenY}`
  return before !== undefined && before !== pointerAt
}

/** Ends the session after 3000 idle seconds in all tabs, and extends it before (rules 1.7); not at the gate. */
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
    // Compares clock times because timers stop while a laptop sleeps.
    const timer = setInterval(() => {
      const shared = Number(localStorage.getItem(LAST_ACTIVE))
      if (Date.now() - Math.max(last, shared) >= SESSION.idleSeconds * 1000) {
        clearInterval(timer)
        void showInactivity()
      } else if (last > lastKeepAlive && Date.now() - lastKeepAlive >= KEEP_ALIVE_MS) {
        lastKeepAlive = Date.now()
        // Any call extends the session. After a failure, the next call does.
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
  // Deletes the token first, so that an error of another call cannot load the login page before the message
  // is read.
  deleteSession()
  // The dialog covers the page, so that a passer-by cannot read it.
  await inform('info', 'Inactivity', 'You were away for a while, so we logged you out.', { covers: true })
  await ended
  goToLogin()
}

/**
 * Whether all tabs were idle for a session's lifetime. Subtracts two intervals because activity is written
 * and checked only once per interval.
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
