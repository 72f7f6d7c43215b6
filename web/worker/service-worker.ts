/** Service worker. It never caches API responses (docs/decisions/0014-offline.md). */

/**
 * Files of the login and of the residents' daily pages. The build inserts this list
 * (build/create-service-worker-plugin.mts).
 */
declare const SHELL_FILES: readonly string[]
/** Files that only enrolled gate devices cache. */
declare const GATE_FILES: readonly string[]
declare const BUILD_ID: string

interface MessageData {
  link?: string
  /** Token that lets the notification's buttons answer a question of the gate without a login. */
  token?: string
  /** Whether the message asks the resident for a decision. It is closed when the time to answer ends. */
  asks?: boolean
}

type MessageOptions = NotificationOptions & {
  title: string
  data: MessageData
  actions?: readonly { action: string; title: string }[]
}

declare const self: ServiceWorkerGlobalScope

const SHELL_CACHE = `shell-${BUILD_ID}`
const PAGE_PATH = '/'
/** Gate page. It is a separate document, because it has its own headers. Only enrolled devices cache it. */
const GATE_PAGE_PATH = '/admin/gate'
const GATE_CACHE = `gate-${BUILD_ID}`
const TIMEOUT_MS = 5000

self.addEventListener('install', (event) => {
  event.waitUntil(cacheFiles().then(() => self.skipWaiting()))
})

async function cacheFiles(): Promise<void> {
  await addToCache(SHELL_CACHE, [PAGE_PATH, ...SHELL_FILES.map((file) => `/${file}`)])
  const isGate = (await caches.keys()).some((name) => name.startsWith('gate-'))
  if (isGate) await cacheGateFiles()
}

const cacheGateFiles = (): Promise<void> =>
  addToCache(GATE_CACHE, [GATE_PAGE_PATH, ...GATE_FILES.map((file) => `/${file}`)])

const addToCache = (name: string, paths: string[]): Promise<void> =>
  caches.open(name).then((cache) => cache.addAll(paths))

self.addEventListener('message', (event) => {
  if (event.data === 'keep-gate') event.waitUntil(cacheGateFiles())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name !== SHELL_CACHE && name !== GATE_CACHE)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(loadPage(event, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(loadAsset(event))
})

/**
 * Returns whether a path is a page of the app. Must be the same rule as in
 * `server/platform/http/web-app/serve-web-app.ts`. `/pass` is excluded, because it is a separate document.
 */
function isPage(path: string): boolean {
  return !/^\/(api|assets|files|socket\.io|pass)(?:\/|$)|\.\w+$/i.test(path)
}

const findCachedPage = (path: string): Promise<Response | undefined> =>
  path.replace(/\/$/, '') === GATE_PAGE_PATH
    ? caches.match(GATE_PAGE_PATH, { cacheName: GATE_CACHE })
    : caches.match(PAGE_PATH, { cacheName: SHELL_CACHE })

/** Loads a page from the network. Returns the cached page if the network fails or is too slow. */
async function loadPage(event: FetchEvent, path: string): Promise<Response> {
  const networkPromise = fetch(event.request)
  const networkTimeout = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), TIMEOUT_MS)
  })
  try {
    return (
      (await Promise.race([networkPromise, networkTimeout])) ??
      (await findCachedPage(path)) ??
      (await networkPromise)
    )
  } catch (failure) {
    const cachedPage = await findCachedPage(path)
    if (cachedPage) return cachedPage
    throw failure
  }
}

/**
 * Returns a file from the cache, or else from the network. A cached file is never outdated, because its name
 * contains a hash of its content.
 */
async function loadAsset(event: FetchEvent): Promise<Response> {
  const cachedResponse = await caches.match(event.request)
  if (cachedResponse) return cachedResponse
  const networkResponse = await fetch(event.request)
  if (networkResponse.ok && networkResponse.status === 200) {
    const responseCopy = networkResponse.clone()
    event.waitUntil(caches.open(SHELL_CACHE).then((cache) => cache.put(event.request, responseCopy)))
  }
  return networkResponse
}

self.addEventListener('push', (event) => {
  const { message, seconds } = parseMessage(event)
  event.waitUntil(
    showMessage(message).then(() => (seconds === undefined ? undefined : closeLater(message, seconds))),
  )
})

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event
  notification.close()
  const { link, token } = { ...(notification.data as MessageData | null) }
  const isAnswer = token !== undefined && (action === 'allow' || action === 'deny')
  event.waitUntil(isAnswer ? sendWalkInAnswer(token, action, notification.tag) : openOrFocusWindow(link))
})

const NOTIFICATION_ICON = '/assets/app-icon-1-192.png'
const WALK_IN_ANSWERS = [
  { action: 'allow', title: 'Let in' },
  { action: 'deny', title: 'Not now' },
]

const showMessage = ({ title, ...options }: MessageOptions): Promise<void> =>
  self.registration.showNotification(title, { icon: NOTIFICATION_ICON, ...options })

/**
 * Closes a notification with a question when the time to answer (`seconds`) is over. A newer notification
 * with the same tag stays open if it is not a question. The browser may stop the worker earlier.
 */
async function closeLater({ tag }: MessageOptions, seconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  for (const notifications of await self.registration.getNotifications({ tag }))
    if ((notifications.data as MessageData | null)?.asks) notifications.close()
}

/**
 * Sends the resident's answer to the gate and shows the result as a notification. The notification contains
 * no names, because it is visible on a lock screen.
 */
async function sendWalkInAnswer(token: string, answer: 'allow' | 'deny', tag: string): Promise<void> {
  let title = 'Your answer was not sent. Tap to open the portal.'
  try {
    const headers = { 'content-type': 'application/json' }
    const answerBody = JSON.stringify({ token, answer })
    const response = await fetch('/api/walk-in-answer', { method: 'POST', headers, body: answerBody })
    if (response.ok)
      title = answer === 'allow' ? 'The gate lets your visitor in.' : 'The gate does not let your visitor in.'
    else if (response.status === 409) title = ((await response.json()) as { message: string }).message
    else if (response.status === 404) title = 'This question is over. The gate calls you.'
  } catch {
    // Offline, the initial title stays: it says that the answer was not sent.
  }
  await showMessage({ title, tag, silent: true, data: {} })
}

self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event
  // Only renews the subscription. The next page that is opened sends it to the server, because only pages
  // have the session's token.
  if (oldSubscription && !newSubscription)
    event.waitUntil(self.registration.pushManager.subscribe(oldSubscription.options))
})

/**
 * Parses a push message. Always returns a message to show, because browsers cancel a subscription if its
 * pushes show nothing.
 */
function parseMessage({ data }: PushEvent): { message: MessageOptions; seconds: number | undefined } {
  let pushData: Record<string, unknown> = {}
  try {
    pushData = { ...(data?.json() as object) }
  } catch {
    // An unreadable message is shown without its text.
  }
  const getPushText = (key: string): string | undefined => {
    const value = pushData[key]
    return typeof value === 'string' ? value : undefined
  }
  const token = getPushText('token')
  const secondsToAnswer = typeof pushData['seconds'] === 'number' ? pushData['seconds'] : undefined
  const message = {
    title: getPushText('title') || 'News from your community',
    body: getPushText('body'),
    tag: getPushText('tag'),
    silent: pushData['silent'] === true,
    data: { link: getPushText('link'), token, asks: secondsToAnswer !== undefined },
    ...(secondsToAnswer !== undefined && { requireInteraction: true }),
    ...(token !== undefined && { actions: WALK_IN_ANSWERS }),
  }
  return { message, seconds: secondsToAnswer }
}

async function openOrFocusWindow(link = PAGE_PATH): Promise<void> {
  const targetUrl = new URL(link, location.origin)
  const { href } = targetUrl.origin === location.origin ? targetUrl : new URL(PAGE_PATH, location.origin)
  const openWindows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A window of an administrator is not reused. If the browser refuses `focus()` or `navigate()`, a new
  // window is opened.
  const residentWindow = openWindows.find(({ url }) => !/^\/(super-)?admin(\/|$)/.test(new URL(url).pathname))
  await residentWindow?.focus().catch(() => undefined)
  const navigatedWindow = await residentWindow?.navigate(href).catch(() => null)
  if (!navigatedWindow) await self.clients.openWindow(href)
}
