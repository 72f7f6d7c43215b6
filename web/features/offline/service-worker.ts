/** Caches the page and the build's files, never API answers (docs/decisions/0014-offline.md). */

/** Replaced by the build (build/service-worker.mts): files of the residents' daily pages and the login. */
declare const SHELL_FILES: readonly string[]
/** Changes with every build. */
declare const BUILD_ID: string

interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface CallEvent extends WorkerEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

const worker = self as unknown as {
  addEventListener: ((kind: 'install' | 'activate', listen: (event: WorkerEvent) => void) => void) &
    ((kind: 'fetch', listen: (event: CallEvent) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}

const CACHE = `shell-${BUILD_ID}`
/** Cache key of the page, for all routes. */
const PAGE = '/'
/** Time-out in milliseconds, after which the server counts as unreachable. */
const TIMEOUT_MS = 5000

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([PAGE, ...SHELL_FILES.map((file) => `/${file}`)]))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  )
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(page(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event))
})

/** Whether a path is a page; `server/platform/http/web-app/web-app.ts` has the same rule. */
function isPage(path: string): boolean {
  return !/^\/(api|assets|files|socket\.io)(?:\/|$)|\.\w+$/i.test(path)
}

const keptPage = (): Promise<Response | undefined> => caches.match(PAGE, { cacheName: CACHE })

/** Returns the page from the network, or the cached one after a time-out. */
async function page(event: CallEvent): Promise<Response> {
  const fresh = fetch(event.request)
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), TIMEOUT_MS)
  })
  try {
    return (await Promise.race([fresh, late])) ?? (await keptPage()) ?? (await fresh)
  } catch (failure) {
    const answer = await keptPage()
    if (answer) return answer
    throw failure
  }
}

/** Cached first: the file name contains a hash of the content. */
async function asset(event: CallEvent): Promise<Response> {
  const cached = await caches.match(event.request, { cacheName: CACHE })
  if (cached) return cached
  const answer = await fetch(event.request)
  if (answer.ok && answer.status === 200) {
    const copy = answer.clone()
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)))
  }
  return answer
}
