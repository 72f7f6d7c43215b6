/** Delay in milliseconds: the worker is for later visits and must not slow down this page. */
const DELAY_MS = 3000

/** Registers the service worker, which starts the app offline. Does nothing in browsers without workers. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
      // Private windows and full disks reject it; the portal works without.
    })
  }, DELAY_MS)
}
