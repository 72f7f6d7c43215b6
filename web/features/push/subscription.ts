/** Returns this browser's subscription to push messages; undefined without one. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? undefined
}
