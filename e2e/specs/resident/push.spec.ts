import type { Page, Worker } from '@playwright/test'
import { makeBrowserKeys, startPushService } from '@tahanan/server/features/push/testing-push-service.ts'
import { ADMIN, RESIDENT, TOKEN_KEYS } from '../../fixtures/accounts.ts'
import { callsOf } from '../../fixtures/calls.ts'
import { dayFromNow } from '../../fixtures/days.ts'
import { startPortal } from '../../fixtures/portal.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answer, question, toast } from '../../pages/dialogs.ts'
import { LoginPage } from '../../pages/login-page.ts'
import { TicketForm } from '../../pages/ticket-form.ts'

const QUESTION = 'Shall this phone tell you when the PMO answers?'

/** Push messages shown by the service worker; kept by `standInForPlatform`. */
interface Shown {
  title: string
  data?: string
}

/**
 * Stands in for what a headless browser has not: permission for notifications, and a push service to subscribe at.
 * `asked` counts the browser's own questions.
 */
async function standInForPlatform(page: Page, subscription: PushSubscriptionJSON): Promise<void> {
  await page.addInitScript((sent) => {
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem('permission') ?? 'default',
    })
    Notification.requestPermission = async () => {
      localStorage.setItem('asked', String(Number(localStorage.getItem('asked')) + 1))
      localStorage.setItem('permission', 'granted')
      return 'granted'
    }
    const own = {
      ...sent,
      options: {},
      toJSON: () => sent,
      unsubscribe: async () => localStorage.removeItem('own'),
    }
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('own') ? (own as never) : null)
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('own', '1')
      return own as never
    }
  }, subscription)
}

const asked = (page: Page) => page.evaluate(() => Number(localStorage.getItem('asked')))

/** Keeps what the worker shows: a headless browser shows nothing. */
const watchShown = (worker: Worker) =>
  worker.evaluate(() => {
    const shown: object[] = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void shown.push({ title, ...options })
    Object.assign(self, { shown })
  })

const shownBy = (worker: Worker) => worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown)

/** Delivers a message to the service worker, as the browser does. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const known: string[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    known.push(...registrations.map(({ registrationId }) => registrationId)),
  )
  await session.send('ServiceWorker.enable')
  await expect.poll(() => known.at(-1)).toBeDefined()
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: known.at(-1) ?? '', data })
}

/** Taps the latest message. */
const tap = (worker: Worker) =>
  worker.evaluate(() => {
    const { data } = (self as unknown as { shown: Shown[] }).shown.at(-1) ?? {}
    const event = new Event('notificationclick')
    self.dispatchEvent(Object.assign(event, { notification: { data, close: () => {} }, waitUntil: () => {} }))
  })

async function fileGatePass(page: Page, bearer: string): Promise<void> {
  await page.getByRole('button', { name: 'Add gate pass' }).click()
  const form = new TicketForm(page, 'Add gate pass')
  await form.type('Bearer Name', bearer)
  await form.setDate('Date of Application', `${dayFromNow(1)}T08:00`)
  await form.setDate('Date of Use', `${dayFromNow(2)}T09:30`)
  await form.type('Name of item 1', 'Sofa')
  await form.type('Quantity of item 1', '1')
  await form.submit()
  await expect(toast(page, 'Gate Pass added successfully.')).toBeVisible()
}

test.describe('a resident with push messages', () => {
  test.use({ serviceWorkers: 'allow' })

  let service: Awaited<ReturnType<typeof startPushService>>
  let portal: Awaited<ReturnType<typeof startPortal>>
  test.beforeAll(async () => {
    service = await startPushService()
    portal = await startPortal({}, 'e2e/fixtures/push-portal.ts')
  })
  // Later than the pages are closed, which would miss the portal.
  test.afterAll(async () => {
    await portal.stop()
    await service.close()
  })

  test('is asked in words, gets the brief on the phone, and is led through the login to the record', async ({
    visit,
    allowError,
  }) => {
    // Calls of the open page once its session is over.
    allowError(/status of 401/)
    const { keys, read } = makeBrowserKeys()
    // no quiet hours, in which news waits
    const own = await callsOf(portal.url, RESIDENT)
    await own.call('PUT', '/delivery-choices', { quietFrom: '00:00', quietTo: '00:00' })
    const page = await visit({ on: 'phone', as: RESIDENT, portal: portal.url, to: '/healthz' })
    await standInForPlatform(page, { endpoint: `${service.url}/phone`, keys })
    await page.goto('/tickets')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const worker = page.context().serviceWorkers()[0]
    if (!worker) throw new Error('no service worker')
    await watchShown(worker)

    await fileGatePass(page, 'Mario Delivery')
    await expect(question(page, QUESTION)).toBeVisible()
    expect(await asked(page)).toBe(0)
    const posted = page.waitForResponse((response) => response.url().endsWith('/api/push-subscription'))
    await answer(page, QUESTION, 'Yes')
    expect((await posted).status()).toBe(200)
    expect(await asked(page)).toBe(1)

    // offered once
    await fileGatePass(page, 'Ana Mover')
    await expect(question(page, QUESTION)).toBeHidden()

    const office = await callsOf(portal.url, ADMIN)
    const { body } = await office.call<{ data: { id: number; ticketNumber: string }[] }>(
      'GET',
      '/tickets?page=1&limit=10&searchTerm=Mario+Delivery',
    )
    const [ticket] = body.data
    if (!ticket) throw new Error('no gate pass')
    await office.change('gatePass', ticket.id, { status: 2, remarks: 'Show it to Ramon Guard.' })
    await expect.poll(() => service.received.length).toBe(1)
    const message = read(service.received[0]?.body ?? Buffer.alloc(0))
    expect(message).toMatchObject({ title: `Gate pass approved, ${ticket.ticketNumber}`, body: '' })
    expect(JSON.stringify(message)).not.toMatch(/Ramon|Mario/)

    await deliver(page, JSON.stringify(message))
    await deliver(page, 'not readable')
    await expect.poll(() => shownBy(worker)).toHaveLength(2)
    const [first, second] = await shownBy(worker)
    expect([first?.title, second?.title]).toEqual([
      `Gate pass approved, ${ticket.ticketNumber}`,
      'News from your community',
    ])

    // The session is over; a tap leads through the login.
    await deliver(page, JSON.stringify(message))
    await expect.poll(() => shownBy(worker)).toHaveLength(3)
    await page.evaluate((key) => localStorage.removeItem(key), TOKEN_KEYS.client)
    await tap(worker)
    const login = new LoginPage(page)
    await login.terms.check({ force: true })
    await login.logIn(RESIDENT)
    await expect(page.getByRole('dialog').getByText(ticket.ticketNumber).first()).toBeVisible()

    await page.goto('/settings')
    const onPhone = page.getByRole('switch', { name: 'On this phone' })
    await expect(onPhone).toBeChecked()
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await onPhone.click({ force: true })
    expect((await ended).status()).toBe(200)
    await expect(onPhone).not.toBeChecked()
    await expect(
      page.getByText('This phone does not show your news while the portal is closed.'),
    ).toBeVisible()
  })
})
