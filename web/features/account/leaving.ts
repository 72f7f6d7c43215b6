import { useEffect } from 'react'
import { api } from '#lib/api/api.ts'
import { forgetSession, leaveToLogin, onSessionElsewhere, sessionToken } from '#lib/api/session.ts'
import { stopLive } from '#lib/live/live.ts'
import { confirm, inform } from '#ui/overlays/dialogs.ts'
import { SESSION } from '@tahanan/contract/limits.ts'

/** Asks, ends the session on the server as well as here, and shows the login. */
export async function logout(): Promise<void> {
  const sure = await confirm({
    title: 'Do you want to logout?',
    content: 'You will redirected to login page',
    okText: 'Logout',
  })
  if (sure) await endSession()
}

/** Ends the session on the server as well as here, without asking, and shows the login. */
export async function endSession(): Promise<void> {
  stopLive()
  // an unreachable server must not keep anybody logged in here; its session ends by itself
  await api
    .post('/logout', undefined, { quiet: true, signal: AbortSignal.timeout(3000) })
    .catch(() => undefined)
  leaveToLogin()
}

/** Events of a hand; a page also scrolls by itself, as when something above is published or goes (rules 1.7). */
const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const LOOK_MS = 15_000
/** Interval of keep-alive calls: somebody who writes for an hour makes no other call. */
const TELL_MS = 4 * 60_000
const LAST_ACTIVE = 'LAST_ACTIVE'

let pointerAt: string | undefined

/** Whether a hand made the event: browsers also tell of a resting pointer, as when a page opens or moves under it. */
function isByHand(event: Event): boolean {
  if (event.type !== 'pointermove') return true
  const { screenX, screenY } = event as PointerEvent
  const before = pointerAt
  pointerAt = `${screenX} ${screenY}`
  return before !== undefined && before !== pointerAt
}

/**
 * Ends the session after 3000 seconds without a hand on it (rules 1.7), and keeps it on the server while there is
 * one. Tabs of one browser share the moment of the last activity, so that working in one keeps the others.
 */
export function useInactivity(): void {
  useEffect(() => {
    let last = Date.now()
    let written = 0
    const active = (event?: Event): void => {
      if (event && !isByHand(event)) return
      last = Date.now()
      if (last - written < LOOK_MS) return
      written = last
      localStorage.setItem(LAST_ACTIVE, String(last))
    }
    active()
    let told = last
    // clocks are compared instead of trusting timers, which stop while a laptop sleeps
    const timer = setInterval(() => {
      const shared = Number(localStorage.getItem(LAST_ACTIVE))
      if (Date.now() - Math.max(last, shared) >= SESSION.idleSeconds * 1000) {
        clearInterval(timer)
        void sayInactive()
      } else if (last > told && Date.now() - told >= TELL_MS) {
        told = Date.now()
        // any call tells the server; without a connection the next one does
        void api.get('/me').catch(() => undefined)
      }
    }, LOOK_MS)
    for (const kind of ACTIVITY) addEventListener(kind, active, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      for (const kind of ACTIVITY) removeEventListener(kind, active, { capture: true })
    }
  }, [])
}

let saidInactive = false

/** Tells why the session is over, and ends it unless another tab did. */
async function sayInactive(): Promise<void> {
  if (saidInactive) return
  saidInactive = true
  stopLive()
  const ended =
    sessionToken() === null
      ? undefined
      : api.post('/logout', undefined, { quiet: true }).catch(() => undefined)
  // without the token, other calls cannot lead away before these words are read
  forgetSession()
  // whoever passes by must not read on
  await inform('info', 'Inactivity', 'You were away for a while, so we logged you out.', { covers: true })
  await ended
  leaveToLogin()
}

/** Whether all tabs of this browser have been idle for about the life of a session. */
function isIdle(): boolean {
  const last = Number(localStorage.getItem(LAST_ACTIVE))
  return Date.now() - last >= SESSION.idleSeconds * 1000 - 2 * LOOK_MS
}

/** Follows a logout or a login in another tab of this browser. */
export function useSharedLogout(): void {
  useEffect(
    () =>
      onSessionElsewhere((token) => {
        if (token === null && isIdle()) void sayInactive()
        else location.reload()
      }),
    [],
  )
}
