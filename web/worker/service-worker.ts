/** Service worker. It never caches API responses (docs/decisions/0014-offline.md). */

/**
 * Files of the login and of the residents' daily pages. The build inserts them (build/service-worker.mts).
 */
declare const SHELL_FILES: readonly string[]
/** Files that only enrolled gate devices cache. */
declare const GATE_FILES: readonly string[]
/** Id of the build. It changes with every build. */
declare const BUILD_ID: string

interface MessageData {
  link?: string
  /** Token with which the message's buttons answer a question of the gate. No login is needed. */
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

const CACHE = `shell-${BUILD_ID}`
/** Document of all routes except the gate page. */
const PAGE = '/'
/** Gate page. It is a separate document, because it has its own headers. Only enrolled devices cache it. */
const GATE_PAGE = '/admin/gate'
const GATE_CACHE = `gate-${BUILD_ID}`
const TIMEOUT_MS = 5000

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()))
})

async function keepFiles(): Promise<void> {
  await keep(CACHE, [PAGE, ...SHELL_FILES.map((file) => `/${file}`)])
  const isGate = (await caches.keys()).some((name) => name.startsWith('gate-'))
  if (isGate) await keepGate()
}

const keepGate = (): Promise<void> => keep(GATE_CACHE, [GATE_PAGE, ...GATE_FILES.map((file) => `/${file}`)])

const keep = (name: string, paths: string[]): Promise<void> =>
  caches.open(name).then((cache) => cache.addAll(paths))

self.addEventListener('message', (event) => {
  if (event.data === 'keep-gate') event.waitUntil(keepGate())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name !== CACHE && name !== GATE_CACHE).map((name) => caches.delete(name)),
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
 * Whether a path is a page of the app. Must be the same rule as in
 * `server/platform/http/web-app/serve-web-app.ts`. `/pass` is excluded, because it is a separate document.
 */
function isPage(path: string): boolean {
  return !/^\/(api|assets|files|socket\.io|pass)(?:\/|$)|\.\w+$/i.test(path)
}

const findKeptPage = (path: string): Promise<Response | undefined> =>
  path.replace(/\/$/, '') === GATE_PAGE
    ? caches.match(GATE_PAGE, { cacheName: GATE_CACHE })
    : caches.match(PAGE, { cacheName: CACHE })

/** Loads a page from the network. Returns the cached page if the network fails or is too slow. */
async function loadPage(event: FetchEvent, path: string): Promise<Response> {
  const fresh = fetch(event.request)
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), TIMEOUT_MS)
  })
  try {
    return (await Promise.race([fresh, late])) ?? (await findKeptPage(path)) ?? (await fresh)
  } catch (failure) {
    const answer = await findKeptPage(path)
    if (answer) return answer
    throw failure
  }
}

/**
 * Returns a file from the cache, or else from the network. A cached file is never outdated, because its name
 * contains a hash of its content.
 */
async function loadAsset(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(event.request)
  if (cached) return cached
  const answer = await fetch(event.request)
  if (answer.ok && answer.status === 200) {
    const copy = answer.clone()
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)))
  }
  return answer
}

self.addEventListener('push', (event) => {
  const { message, seconds } = parseMessage(event)
  event.waitUntil(
    show(message).then(() => (seconds === undefined ? undefined : closeLater(message, seconds))),
  )
})

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event
  notification.close()
  const { link, token } = { ...(notification.data as MessageData | null) }
  const isAnswer = token !== undefined && (action === 'allow' || action === 'deny')
  event.waitUntil(isAnswer ? answerGate(token, action, notification.tag) : open(link))
})

const ICON = '/assets/app-icon-1-192.png'
const ANSWERS = [
  { action: 'allow', title: 'Let in' },
  { action: 'deny', title: 'Not now' },
]

const show = ({ title, ...options }: MessageOptions): Promise<void> =>
  self.registration.showNotification(title, { icon: ICON, ...options })

/**
 * Closes a question after `seconds`, when it has expired. A newer message with the same tag that is no
 * question stays open. The browser may stop the worker before the time is over.
 */
async function closeLater({ tag }: MessageOptions, seconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  for (const shown of await self.registration.getNotifications({ tag }))
    if ((shown.data as MessageData | null)?.asks) shown.close()
}

/**
 * Sends the resident's answer to the gate and shows the result. The message contains no names, because a lock
 * screen shows it.
 */
async function answerGate(token: string, answer: 'allow' | 'deny', tag: string): Promise<void> {
  let title = 'Your answer was not sent. Tap to open the portal.'
  try {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ token, answer })
    const response = await fetch('/api/walk-in-answer', { method: 'POST', headers, body })
    if (response.ok)
      title = answer === 'allow' ? 'The gate lets your visitor in.' : 'The gate was told: not now.'
    else if (response.status === 409) title = ((await response.json()) as { message: string }).message
    else if (response.status === 404) title = 'This question is over. The gate calls you.'
  } catch {
    // Offline, the initial title stays: it says that the answer was not sent.
  }
  await show({ title, tag, silent: true, data: {} })
}

self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event
  // Only subscribes again. The next page sends the new subscription to the server, because only pages have
  // the session's token.
  if (oldSubscription && !newSubscription)
    event.waitUntil(self.registration.pushManager.subscribe(oldSubscription.options))
})

/**
 * Parses a push message. Always returns a message to show, because browsers cancel a subscription if its
 * pushes show nothing.
 */
function parseMessage({ data }: PushEvent): { message: MessageOptions; seconds: number | undefined } {
  let sent: Record<string, unknown> = {}
  try {
    sent = { ...(data?.json() as object) }
  } catch {
    // An unreadable message is shown without its text.
  }
  const getText = (key: string): string | undefined => {
    const value = sent[key]
    return typeof value === 'string' ? value : undefined
  }
  const token = getText('token')
  const seconds = typeof sent['seconds'] === 'number' ? sent['seconds'] : undefined
  const message = {
    title: getText('title') || 'News from your community',
    body: getText('body'),
    tag: getText('tag'),
    silent: sent['silent'] === true,
    data: { link: getText('link'), token, asks: seconds !== undefined },
    ...(seconds !== undefined && { requireInteraction: true }),
    ...(token !== undefined && { actions: ANSWERS }),
  }
  return { message, seconds }
}

async function open(link = PAGE): Promise<void> {
  const target = new URL(link, location.origin)
  const { href } = target.origin === location.origin ? target : new URL(PAGE, location.origin)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The browser may refuse `focus()` and `navigate()`. Windows of administrators are not reused.
  const shown = windows.find(({ url }) => !/^\/(super-)?admin(\/|$)/.test(new URL(url).pathname))
  await shown?.focus().catch(() => undefined)
  const moved = await shown?.navigate(href).catch(() => null)
  if (!moved) await self.clients.openWindow(href)
}
