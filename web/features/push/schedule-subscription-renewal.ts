import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { getSessionToken } from '#lib/api/session.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { findSubscription, PUSH_OWNER_KEY } from './subscription.ts'

/** Delay in milliseconds before the subscription is renewed, so that the page loads first. */
const DELAY_MS = 5000

export function scheduleSubscriptionRenewal(): void {
  setTimeout(() => void renewSubscription().catch(() => undefined), DELAY_MS)
}

/**
 * Sends this browser's push subscription to the server again. If the resident turned push messages on in this
 * browser and the subscription no longer exists, it is created again. If the browser's permission was
 * withdrawn, the resident is informed once (rules 23.35).
 */
export async function renewSubscription(): Promise<void> {
  if (getSessionToken() === null) return
  if (!(await findSubscription())) {
    const { id } = await queryClient.ensureQueryData(meQuery)
    if (localStorage.getItem(PUSH_OWNER_KEY) !== String(id)) return
    if (!('Notification' in window) || Notification.permission !== 'granted') {
      localStorage.removeItem(PUSH_OWNER_KEY)
      toast.error(
        'Your browser no longer shows your notifications while the portal is closed. Turn them on again in Settings.',
      )
      return
    }
  }
  const { subscribe } = await import('./push.ts')
  await subscribe({ quiet: true })
}
