import type { Locator, Page, Worker } from '@playwright/test'
import { createBrowserKeys, startPushService } from '@tahanan/server/features/push/testing-push-service.ts'
import { ADMIN, DEBTOR, GATE_ACCOUNT, RESIDENT, TOKEN_KEYS } from '../../fixtures/accounts.ts'
import { createApiClient } from '../../fixtures/api-client.ts'
import { getDayFromNow } from '../../fixtures/days.ts'
import { startPortal } from '../../fixtures/portal.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { LoginPage } from '../../pages/login-page.ts'
import { moveTo } from '../../pages/move-to.ts'
import { TicketForm } from '../../pages/ticket-form.ts'

const PUSH_QUESTION = 'Shall this phone tell you when the PMO answers?'

interface ShownNotification {
  title: string
  tag?: string
  data?: object
}

/**
 * Fakes the permission for notifications and the push service, which a headless browser lacks. `asked` counts
 * the browser's permission prompts.
 */
async function fakePushSupport(page: Page, subscription: PushSubscriptionJSON): Promise<void> {
  await page.addInitScript((subscriptionJson) => {
    // Stores the permission in a cookie, because a logout clears the storage but not the permissions of a
    // browser.
    Object.defineProperty(Notification, 'permission', {
      get: () => (document.cookie.includes('granted=1') ? 'granted' : 'default'),
    })
    Notification.requestPermission = async () => {
      localStorage.setItem('asked', String(Number(localStorage.getItem('asked')) + 1))
      document.cookie = 'granted=1; path=/'
      return 'granted'
    }
    const fakeSubscription = {
      ...subscriptionJson,
      options: {},
      toJSON: () => subscriptionJson,
      unsubscribe: async () => void (document.cookie = 'own=0; path=/'),
    }
    PushManager.prototype.getSubscription = async () =>
      document.cookie.includes('own=1') ? (fakeSubscription as never) : null
    PushManager.prototype.subscribe = async () => {
      document.cookie = 'own=1; path=/'
      return fakeSubscription as never
    }
  }, subscription)
}

const countPermissionRequests = (page: Page) => page.evaluate(() => Number(localStorage.getItem('asked')))

/** Records the notifications of the service worker, because a headless browser does not show them. */
const recordNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const shownNotifications: object[] = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void shownNotifications.push({ title, ...options })
    Object.assign(self, { shown: shownNotifications })
  })

const getShownNotifications = (worker: Worker) =>
  worker.evaluate(() => Reflect.get(self, 'shown') as ShownNotification[])

async function deliverPushMessage(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrationIds: string[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    registrationIds.push(...registrations.map(({ registrationId }) => registrationId)),
  )
  await session.send('ServiceWorker.enable')
  await expect.poll(() => registrationIds.at(-1)).toBeDefined()
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: registrationIds.at(-1) ?? '',
    data,
  })
}

const tapNotification = (worker: Worker, action = '') =>
  worker.evaluate((pressedAction) => {
    const { data, tag } = (Reflect.get(self, 'shown') as ShownNotification[]).at(-1) ?? {}
    const notification = { data, tag, close: () => {} }
    const event = Object.assign(new Event('notificationclick'), { action: pressedAction, notification })
    self.dispatchEvent(Object.assign(event, { waitUntil: () => {} }))
  }, action)

async function openWorker(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const worker = page.context().serviceWorkers()[0]
  if (!worker) throw new Error('no service worker')
  await recordNotifications(worker)
  return worker
}

async function fileGatePass(page: Page, bearerName: string): Promise<void> {
  await page.getByRole('button', { name: 'Add gate pass' }).click()
  const form = new TicketForm(page, 'Add gate pass')
  await form.fillText('Bearer Name', bearerName)
  await form.setDate('Date of Application', `${getDayFromNow(1)}T08:00`)
  await form.setDate('Date of Use', `${getDayFromNow(2)}T09:30`)
  await form.fillText('Name of item 1', 'Sofa')
  await form.fillText('Quantity of item 1', '1')
  await form.submit()
  await expect(findToast(page, 'Gate Pass added successfully.')).toBeVisible()
}

test.describe('a resident with push messages', () => {
  test.use({ serviceWorkers: 'allow' })

  let pushService: Awaited<ReturnType<typeof startPushService>>
  let portal: Awaited<ReturnType<typeof startPortal>>
  test.beforeAll(async () => {
    pushService = await startPushService()
    portal = await startPortal({}, 'e2e/fixtures/push-portal.ts')
  })
  // Runs after the pages are closed, because open pages would report errors when the portal stops.
  test.afterAll(async () => {
    await portal.stop()
    await pushService.close()
  })

  test('is asked in words, gets the brief on the phone, and is led through the login to the record', async ({
    visit,
    allowError,
  }) => {
    // The open page still makes calls after its session has ended.
    allowError(/status of 401/)
    const { keys, decryptBody } = createBrowserKeys()
    // Turns quiet hours off, because no messages are sent during quiet hours.
    const residentClient = await createApiClient(portal.url, RESIDENT)
    await residentClient.call('PUT', '/delivery-choices', { quietFrom: '00:00', quietTo: '00:00' })
    const page = await visit({ on: 'phone', as: RESIDENT, portal: portal.url, to: '/healthz' })
    await fakePushSupport(page, { endpoint: `${pushService.url}/phone`, keys })
    await page.goto('/tickets')
    const worker = await openWorker(page)

    await fileGatePass(page, 'Mario Delivery')
    await expect(findAlertDialog(page, PUSH_QUESTION)).toBeVisible()
    expect(await countPermissionRequests(page)).toBe(0)
    const subscriptionResponse = page.waitForResponse((response) =>
      response.url().endsWith('/api/push-subscription'),
    )
    await answerAlertDialog(page, PUSH_QUESTION, 'Yes')
    expect((await subscriptionResponse).status()).toBe(200)
    expect(await countPermissionRequests(page)).toBe(1)

    await fileGatePass(page, 'Ana Mover')
    await expect(findAlertDialog(page, PUSH_QUESTION)).toBeHidden()

    const adminClient = await createApiClient(portal.url, ADMIN)
    const { body } = await adminClient.call<{ data: { id: number; ticketNumber: string }[] }>(
      'GET',
      '/tickets?page=1&limit=10&searchTerm=Mario+Delivery',
    )
    const [ticket] = body.data
    if (!ticket) throw new Error('no gate pass')
    await adminClient.change('gatePass', ticket.id, { status: 2, remarks: 'Show it to Ramon Guard.' })
    await expect.poll(() => pushService.received.length).toBe(1)
    const message = decryptBody(pushService.received[0]?.body ?? Buffer.alloc(0))
    expect(message).toMatchObject({ title: `Gate pass approved, ${ticket.ticketNumber}`, body: '' })
    expect(JSON.stringify(message)).not.toMatch(/Ramon|Mario/)

    await deliverPushMessage(page, JSON.stringify(message))
    await deliverPushMessage(page, 'not readable')
    await expect.poll(() => getShownNotifications(worker)).toHaveLength(2)
    const [first, second] = await getShownNotifications(worker)
    expect([first?.title, second?.title]).toEqual([
      `Gate pass approved, ${ticket.ticketNumber}`,
      'News from your community',
    ])

    await deliverPushMessage(page, JSON.stringify(message))
    await expect.poll(() => getShownNotifications(worker)).toHaveLength(3)
    await page.evaluate((key) => localStorage.removeItem(key), TOKEN_KEYS.client)
    await tapNotification(worker)
    const loginPage = new LoginPage(page)
    await loginPage.terms.check()
    await loginPage.logIn(RESIDENT)
    await expect(page.getByRole('dialog').getByText(ticket.ticketNumber).first()).toBeVisible()

    const subscriptionPosts: string[] = []
    page.on('requestfinished', (request) => {
      const isPost = request.method() === 'POST' && request.url().endsWith('/api/push-subscription')
      if (isPost) subscriptionPosts.push('POST')
    })
    await page.clock.install()
    const phoneSwitch = page.getByRole('switch', { name: 'On this phone' })
    for (const [account, expectedPosts] of [
      [DEBTOR, []],
      [RESIDENT, ['POST']],
    ] as const) {
      await page.goto('/')
      await page.getByRole('button', { name: 'Pages' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await answerAlertDialog(page, 'Do you want to logout?', 'Logout')
      await expect(loginPage.submit).toBeVisible()
      subscriptionPosts.length = 0
      await loginPage.terms.check()
      await loginPage.logIn(account)
      await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
      // Waits, because the page sends its push subscription to the server only five seconds after its start.
      await expect(async () => {
        await page.clock.fastForward(6000)
        expect(subscriptionPosts).toEqual(expectedPosts)
      }).toPass()
      await moveTo(page, '/settings')
      await expect(phoneSwitch).toBeChecked({ checked: expectedPosts.length > 0 })
      expect(subscriptionPosts).toEqual(expectedPosts)
    }

    const reopenSettings = async (expiredCookie: string): Promise<void> => {
      await page.evaluate((cookie) => (document.cookie = cookie), expiredCookie)
      subscriptionPosts.length = 0
      await page.goto('/settings')
      await expect(phoneSwitch).not.toBeChecked()
      await page.clock.fastForward(6000)
    }
    await reopenSettings('own=0; path=/')
    await expect.poll(() => subscriptionPosts).toEqual(['POST'])
    const stoppedMessage = page.getByText(
      'Your browser no longer shows your notifications while the portal is closed.',
    )
    await expect(stoppedMessage).toBeHidden()
    await page.evaluate(() => (document.cookie = 'own=0; path=/'))
    await reopenSettings('granted=0; path=/')
    await expect(stoppedMessage).toBeVisible()
    expect(subscriptionPosts).toEqual([])
    await phoneSwitch.click()
    await expect(phoneSwitch).toBeChecked()

    const deletionResponse = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await phoneSwitch.click()
    expect((await deletionResponse).status()).toBe(200)
    await expect(phoneSwitch).not.toBeChecked()
    await expect(
      page.getByText('This phone does not show your notifications while the portal is closed.'),
    ).toBeVisible()
  })

  test('lets in by a button of the phone and refuses on the page; the gate calls where nobody answers', async ({
    visit,
  }) => {
    const { keys, decryptBody } = createBrowserKeys()
    const [residentClient, officeClient] = [
      await createApiClient(portal.url, RESIDENT),
      await createApiClient(portal.url, ADMIN),
    ]
    await residentClient.call('POST', '/push-subscription', { endpoint: `${pushService.url}/walk-ins`, keys })
    const settings = await officeClient.call<object>('GET', '/gate-settings')
    const setAnswerSeconds = (walkInSeconds: number) =>
      officeClient.call('PUT', '/gate-settings', { ...settings.body, walkInSeconds, updated_at: undefined })
    await setAnswerSeconds(600)
    const page = await visit({ on: 'phone', as: RESIDENT, portal: portal.url, to: '/billings' })
    const worker = await openWorker(page)
    const gatePage = await visit({ on: 'phone', as: GATE_ACCOUNT, portal: portal.url, to: '/admin/gate' })
    await gatePage.getByRole('tab', { name: 'Walk-ins' }).click()
    const askResident = async (name: string): Promise<Locator> => {
      await gatePage.getByRole('button', { name: 'Register a walk-in' }).click()
      const form = gatePage.getByRole('dialog')
      await form.getByLabel('Unit or name').fill('A-101')
      await form.getByRole('button', { name: 'A-101' }).click()
      await form.getByLabel('Name', { exact: false }).first().fill(name)
      await form.getByLabel('Purpose').fill('Delivery')
      await form.getByRole('button', { name: 'Ask the resident' }).click()
      await expect(form).toBeHidden()
      return gatePage.getByRole('article', { name: `Walk-in ${name}` })
    }
    const walkInDialog = page.getByRole('dialog', { name: 'Let in?' })

    const firstWalkIn = await askResident('Maria Santos')
    const listPushRequests = () => pushService.received.filter(({ path }) => path === '/walk-ins')
    await expect.poll(() => listPushRequests().length).toBe(1)
    const message = decryptBody(listPushRequests()[0]?.body ?? Buffer.alloc(0))
    expect(JSON.stringify(message)).not.toContain('Maria')
    await expect(walkInDialog).toBeVisible()
    await deliverPushMessage(page, JSON.stringify(message))
    await expect
      .poll(() => getShownNotifications(worker))
      .toMatchObject([{ actions: [{ title: 'Let in' }, { title: 'Not now' }] }])
    await tapNotification(worker, 'allow')
    await expect(firstWalkIn).toContainText('Let in by the resident')
    await expect
      .poll(async () => (await getShownNotifications(worker)).at(-1)?.title)
      .toBe('The gate lets your visitor in.')
    await page.getByRole('dialog', { name: 'Already answered' }).getByRole('button', { name: 'OK' }).click()
    await firstWalkIn.getByRole('button', { name: 'In: Maria Santos' }).click()
    await expect(firstWalkIn.getByRole('button')).toBeHidden()
    await expect(gatePage.getByRole('tab', { name: 'Inside' })).toContainText('1')

    const secondWalkIn = await askResident('Jun Reyes')
    await walkInDialog.getByRole('button', { name: 'Not now' }).click()
    await expect(secondWalkIn).toContainText('Not let in by the resident')

    await setAnswerSeconds(15)
    const thirdWalkIn = await askResident('Carla Diaz')
    await expect(thirdWalkIn).toContainText('Please call the unit')
    await expect(thirdWalkIn.getByRole('link').first()).toHaveAttribute('href', /^tel:/)
    await thirdWalkIn.getByRole('button', { name: 'They said yes' }).click()
    await expect(thirdWalkIn).toContainText('Let in by the guard')
    await expect(page.getByRole('dialog', { name: 'Already answered' })).toBeVisible()
  })
})
