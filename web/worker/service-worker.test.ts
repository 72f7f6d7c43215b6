import { beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: unknown) => void

const listeners = new Map<string, Listener>()
const openWindow = vi.fn()
const navigate = vi.fn(() => Promise.resolve({}))
let openWindows: object[] = []

beforeEach(async () => {
  openWindows = []
  openWindow.mockClear()
  navigate.mockClear()
  vi.stubGlobal('BUILD_ID', 'test')
  vi.stubGlobal('location', new URL('https://portal.test/service-worker.js'))
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    clients: { matchAll: () => Promise.resolve(openWindows), openWindow },
  })
  await import('./service-worker.ts')
})

const createWindowClient = (path: string) => ({
  url: `https://portal.test${path}`,
  focus: () => Promise.resolve(),
  navigate,
})

async function tapNotification(link: string | undefined): Promise<void> {
  let pendingWork: Promise<unknown> = Promise.resolve()
  listeners.get('notificationclick')?.({
    action: '',
    notification: { close: () => undefined, data: { link } },
    waitUntil: (promise: Promise<unknown>) => (pendingWork = promise),
  })
  await pendingWork
}

test.each([
  ['/visitors?serviceId=7', 'https://portal.test/visitors?serviceId=7'],
  [undefined, 'https://portal.test/'],
  ['https://other.test/login', 'https://portal.test/'],
  ['//other.test/login', 'https://portal.test/'],
  ['javascript:alert(1)', 'https://portal.test/'],
])('a message with the link %s opens a page of the portal', async (link, address) => {
  await tapNotification(link)
  expect(openWindow.mock.calls).toEqual([[address]])
})

test('a message opens in the open page of the resident, never in one of the office', async () => {
  openWindows = [createWindowClient('/admin/desk'), createWindowClient('/super-admin')]
  await tapNotification('/mail?postId=7')
  expect([navigate.mock.calls, openWindow.mock.calls.length]).toEqual([[], 1])
  openWindows = [createWindowClient('/admin'), createWindowClient('/administration')]
  await tapNotification('/mail?postId=7')
  expect(navigate.mock.calls).toEqual([['https://portal.test/mail?postId=7']])
})
