/** Only later visits need the service worker, so its registration must not slow down this page load. */
const DELAY_MS = 3000

export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
      // Fails in private windows and if the disk is full. The portal also works without the service worker.
    })
  }, DELAY_MS)
}

export function cacheGatePage(): void {
  registerWorker()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('keep-gate'))
}

export async function removeGatePage(): Promise<void> {
  const cacheNames = 'caches' in globalThis ? await caches.keys() : []
  await Promise.all(cacheNames.filter((name) => name.startsWith('gate-')).map((name) => caches.delete(name)))
}
