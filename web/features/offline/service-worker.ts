/**
 * Lets the app start without a connection. It keeps the page and the files of the build, which are the same for everybody,
 * and never an answer of the API or a stored file: what somebody saw last is kept by `last-seen.ts`, which forgets it with
 * the session. See docs/decisions/0014-offline.md.
 */

/** Put in by the build (build/service-worker.mts): the files that the residents' daily pages and the login need. */
declare const SHELL_FILES: readonly string[]
/** Another one for every build. */
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
/** Cache key of the page, whatever its route: the app knows its routes. */
const PAGE = '/'
/** Time-out after which a connection counts as none. */
const PATIENCE_MS = 5000

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

/** Pages have no extension, and are neither calls nor files; `server/platform/http/web-app/web-app.ts` says the same. */
function isPage(path: string): boolean {
  return !/^\/(api|assets|files|socket\.io)(?:\/|$)|\.\w+$/i.test(path)
}

const keptPage = (): Promise<Response | undefined> => caches.match(PAGE, { cacheName: CACHE })

/** The newest page there is; the kept one when no answer comes. */
async function page(event: CallEvent): Promise<Response> {
  const fresh = fetch(event.request)
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), PATIENCE_MS)
  })
  try {
    return (await Promise.race([fresh, late])) ?? (await keptPage()) ?? (await fresh)
  } catch (failure) {
    const answer = await keptPage()
    if (answer) return answer
    throw failure
  }
}

/** Its name holds a hash of what is in it, so the kept one is right. */
async function asset(event: CallEvent): Promise<Response> {
  const kept = await caches.match(event.request, { cacheName: CACHE })
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok && answer.status === 200) {
    const copy = answer.clone()
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)))
  }
  return answer
}
