/** The worker is for later visits, so it must not slow down this page. */
const DELAY_MS = 3000

export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
      // Rejected in private windows and on full disks; the portal works without it.
    })
  }, DELAY_MS)
}

/** Caches the gate's page with its files on an enrolled device. */
export function keepGatePage(): void {
  registerWorker()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the worker of this origin
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('keep-gate'))
}

export async function removeGatePage(): Promise<void> {
  const kept = 'caches' in globalThis ? await caches.keys() : []
  await Promise.all(kept.filter((name) => name.startsWith('gate-')).map((name) => caches.delete(name)))
}
