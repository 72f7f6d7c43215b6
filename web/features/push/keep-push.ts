import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { sessionToken } from '#lib/api/session.ts'
import { findSubscription, PUSH_ENDED_OF } from './subscription.ts'

/** Delay in milliseconds: the page comes first. */
const DELAY_MS = 5000

/**
 * Tells the server after the start that this browser, if it is subscribed, still is; subscribes it again if the
 * resident's own logout ended that (rules 23.35).
 */
export function keepPush(): void {
  setTimeout(() => void tell().catch(() => undefined), DELAY_MS)
}

async function tell(): Promise<void> {
  if (sessionToken() === null || !((await findSubscription()) ?? (await wasOn()))) return
  const { subscribe } = await import('./push.ts')
  await subscribe({ quiet: true })
}

async function wasOn(): Promise<boolean> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return false
  const { id } = await queryClient.ensureQueryData(meQuery)
  return localStorage.getItem(PUSH_ENDED_OF) === String(id)
}
