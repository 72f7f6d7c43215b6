import { api } from '#lib/api/api.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { PushKey } from '@tahanan/contract/deliveries/answers.ts'
import { findSubscription, PUSH_OWNER_KEY } from './subscription.ts'

/**
 * `homeScreen`: push works only if the portal was opened from the Home Screen, as on an iPhone. `denied`: the
 * user blocked push messages. `none`: the portal sends no push messages.
 */
export type PushState = 'on' | 'off' | 'denied' | 'homeScreen' | 'unsupported' | 'none'

export const getDeviceName = (): string => (matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer')

/**
 * Returns true on iPhones and iPads. Checks the touch points too, because an iPad sends the user agent of a
 * Macintosh.
 */
const isApplePhone = (): boolean =>
  navigator.maxTouchPoints > 1 && /iPhone|iPad|Macintosh/.test(navigator.userAgent)

export async function loadPushState(): Promise<PushState> {
  if (!('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator))
    return isApplePhone() ? 'homeScreen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if ((await api.get<PushKey>('/push-key')).key === '') return 'none'
  return Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off'
}

/** Must be called in a click handler, because browsers require a click before they ask for the permission. */
export async function turnOnPush(): Promise<PushState> {
  if ((await Notification.requestPermission()) === 'granted') await subscribe()
  return loadPushState()
}

export async function turnOffPush(): Promise<PushState> {
  localStorage.removeItem(PUSH_OWNER_KEY)
  const subscription = await findSubscription()
  if (subscription) {
    await api.delete('/push-subscription', { endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  return loadPushState()
}

export async function subscribe(options?: { quiet: boolean }): Promise<void> {
  const { key } = await api.get<PushKey>('/push-key')
  if (key === '') return
  const { pushManager } = await navigator.serviceWorker.ready
  const existingSubscription = await pushManager.getSubscription()
  const isCurrent = existingSubscription && getServerKey(existingSubscription) === key
  // The browser refuses a subscription with another key as long as the old one exists.
  if (existingSubscription && !isCurrent) await existingSubscription.unsubscribe()
  const subscription = isCurrent
    ? existingSubscription
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await api.post('/push-subscription', subscription.toJSON(), options)
  const { id } = await queryClient.ensureQueryData(meQuery)
  localStorage.setItem(PUSH_OWNER_KEY, String(id))
}

function getServerKey({ options }: PushSubscription): string {
  const keyBytes = new Uint8Array(options.applicationServerKey ?? [])
  return btoa(String.fromCodePoint(...keyBytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
