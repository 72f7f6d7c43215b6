/** Long after the page is there: the worker is for the next time, and must not compete with this one. */
const LATER_MS = 3000

/** Lets the browser start the app without a connection from now on. Browsers that do not know workers go without. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
      // private windows and full disks refuse; the portal works without
    })
  }, LATER_MS)
}
