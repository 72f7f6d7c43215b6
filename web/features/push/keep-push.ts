import { sessionToken } from '#lib/api/session.ts'
import { findSubscription } from './subscription.ts'

/** Delay in milliseconds: the page comes first. */
const DELAY_MS = 5000

/** Tells the server after the start that this browser, if it is subscribed, still is (rules 23.35). */
export function keepPush(): void {
  setTimeout(() => void tell().catch(() => undefined), DELAY_MS)
}

async function tell(): Promise<void> {
  if (sessionToken() === null || !(await findSubscription())) return
  const { subscribe } = await import('./push.ts')
  await subscribe({ quiet: true })
}
