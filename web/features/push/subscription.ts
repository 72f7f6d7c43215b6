export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? undefined
}

/** Local-storage key: id of the resident who turned push messages on in this browser. A logout does not delete it. */
export const PUSH_OWNER_KEY = 'PUSH_OF'

export async function endPushAtLogout(tenantId: number | undefined): Promise<void> {
  const subscription = await findSubscription()
  if (!subscription) return
  localStorage.setItem(PUSH_OWNER_KEY, String(tenantId))
  await subscription.unsubscribe()
}
