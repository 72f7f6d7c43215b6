import type { BrowserContext, Page } from '@playwright/test'
import { type Account, ADMIN, GATE_ACCOUNT, RESIDENT, createResidentAccount } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { moveTo } from '../pages/move-to.ts'
import {
  countDrafts,
  listStoredData,
  logOut,
  CONNECTION_ERROR_PATTERN,
  getBrowserStorage,
  fetchSessionStatus,
  waitForServiceWorker,
} from '../pages/offline.ts'
import { RecordModal } from '../pages/record-modal.ts'
import { TicketForm } from '../pages/ticket-form.ts'

const OFFLINE_RESIDENT = createResidentAccount('A-402')
const OFFLINE_MESSAGE = /You are offline\. What you see was last updated .+\d:\d\d [AP]M\./

async function openDailyPages(page: Page): Promise<{ number: string; context: BrowserContext }> {
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await expect(page.getByText('Amount due')).toBeVisible()
  await moveTo(page, '/tickets')
  const number = await page.locator('article .record-number').first().innerText()
  await moveTo(page, '/billings')
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expect(page.locator('[role="status"][aria-label^="Loading"]')).toHaveCount(0)
  await page.goto('/mail')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The page stores its data a moment after the last response.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('LAST_SEEN') ?? ''))
    .toMatch(/statements.*"list"|"list".*statements/)
  await waitForServiceWorker(page)
  return { number, context: page.context() }
}

test.describe('a resident without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('opens the announcement and the statement that home showed', async ({ visit, allowError }) => {
    allowError(CONNECTION_ERROR_PATTERN)
    const page = await visit({ on: 'phone', as: RESIDENT })
    const announcement = page.getByRole('link', { name: /^Read announcement/ })
    await expect(announcement).toBeVisible()
    const title = (await announcement.getAttribute('aria-label'))?.replace('Read announcement: ', '') ?? ''
    const statementTitle = page.getByText(/^Statement of \d+ \w+ \d{4}$/)
    const date = (await statementTitle.innerText()).replace('Statement of ', '')
    // Waits until the announcement is stored: the home page prefetches it when it is idle.
    const getStoredData = () => page.evaluate(() => localStorage.getItem('LAST_SEEN') ?? '')
    await expect.poll(getStoredData).toContain('["posts","one"')
    await waitForServiceWorker(page)
    await page.context().setOffline(true)
    await page.clock.install()
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: OFFLINE_MESSAGE })).toBeVisible()
    await expect(statementTitle).toBeVisible()
    await moveTo(page, '/billings')
    await expect(page.getByText(date, { exact: true })).toBeVisible()
    await page.clock.fastForward(10 * 60_000)
    await moveTo(page, '/')
    await expect(statementTitle).toBeVisible()
    await announcement.click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })

  test('sees nothing once the session has expired: it may have been ended elsewhere', async ({
    visit,
    allowError,
  }) => {
    allowError(CONNECTION_ERROR_PATTERN)
    const page = await visit({ on: 'phone', as: RESIDENT })
    const { number, context } = await openDailyPages(page)
    await context.setOffline(true)
    await page.goto('/tickets')
    await expect(page.locator('article .record-number').first()).toHaveText(number)
    // Devices may report a connection although the portal is unreachable.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.evaluate(() => {
      const storedData = JSON.parse(localStorage.getItem('LAST_SEEN') ?? '') as {
        queries: { state: { dataUpdatedAt: number } }[]
      }
      for (const { state } of storedData.queries) state.dataUpdatedAt -= 3000_000
      localStorage.setItem('LAST_SEEN', JSON.stringify(storedData))
    })
    await page.goto('/billings')
    await expect(page.getByText('We could not reach the portal')).toBeVisible()
    await expect(page.getByText('Amount due')).toHaveCount(0)
    expect((await getBrowserStorage(page)).storage).not.toContain(number)
  })

  test('keeps typed input, and is up to date again when online', async ({ visit, allowError }) => {
    allowError(CONNECTION_ERROR_PATTERN)
    const page = await visit({ on: 'phone', as: OFFLINE_RESIDENT, to: '/commendations' })
    await page.getByRole('button', { name: 'Add commendation' }).click()
    const form = new TicketForm(page, 'Add commendation')
    await form.fillText('Title', 'Written in the lift')
    await form.chooseOption('Commendation')
    await form.fillText('Comment', 'Where there is no signal.')
    await page.context().setOffline(true)
    await form.submit()
    await expect(findAlertDialog(page, 'You are offline')).toContainText('What you typed is kept.')
    await answerAlertDialog(page, 'You are offline', 'Not now')
    await expect(form.dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Written in the lift')
    await form.submit()
    await expect(findAlertDialog(page, 'You are offline')).toBeVisible()
    await page.context().setOffline(false)
    await answerAlertDialog(page, 'You are offline', 'Try again')
    await expect(findToast(page, 'Commendation added successfully.')).toBeVisible()
    await expect(page.getByText(OFFLINE_MESSAGE)).toBeHidden()
  })

  test('never sees what another account saw on the same device', async ({ visit, allowError }) => {
    allowError(CONNECTION_ERROR_PATTERN)
    const page = await visit({ on: 'phone', as: RESIDENT })
    const { number, context } = await openDailyPages(page)
    expect((await getBrowserStorage(page)).storage).toContain(number)
    // Simulates that the session has ended on the server. One script changes the token and leaves the page,
    // because a call of the page in between would fail and open the login.
    await page.evaluate(() => {
      localStorage.setItem('CLIENT_SESSION_TOKEN', 'ended')
      location.assign('/')
    })
    await expect(new LoginPage(page).submit).toBeVisible()
    expect((await getBrowserStorage(page)).storage).not.toContain(number)
    const loginPage = new LoginPage(page)
    await loginPage.terms.check()
    await loginPage.logIn(OFFLINE_RESIDENT)
    await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
    await expect.poll(async () => (await getBrowserStorage(page)).storage).toContain('LAST_SEEN')
    await context.setOffline(true)
    await page.goto('/tickets')
    await expect(page.getByText('Not kept on this phone')).toBeVisible()
    await expect(page.getByText(number)).toHaveCount(0)
  })
})

test('the app can be installed under the community’s name', async ({ visit, portal }) => {
  const page = await visit({ on: 'phone' })
  const manifestPath = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await fetch(portal + manifestPath)).json()) as {
    name: string
    display: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  const settings = (await (await fetch(`${portal}/api/public-website-settings`)).json()) as {
    name: string
    value: string
  }[]
  expect(manifest.name).toBe(settings.find(({ name }) => name === 'websiteName')?.value)
  expect(manifest.display).toBe('standalone')
  expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 512x512',
  ])
  for (const { src, sizes } of manifest.icons) {
    const iconSize = await page.evaluate(async (address) => {
      const icon = await createImageBitmap(await (await fetch(address)).blob())
      return `${icon.width}x${icon.height}`
    }, src)
    expect(iconSize).toBe(sizes)
  }
})

async function typeNote(
  page: Page,
  { id, ticketNumber }: { id: number; ticketNumber: string },
): Promise<void> {
  await page.goto(`/admin/tickets?modal=true&serviceId=${id}`)
  const { dialog } = new RecordModal(page, ticketNumber)
  await dialog.getByRole('tab', { name: 'Internal notes' }).click()
  await dialog.getByRole('textbox', { name: 'Write an internal note' }).fill('Owes the guard money.')
  await expect.poll(() => countDrafts(page)).toBe(1)
  await page.keyboard.press('Escape')
  await answerAlertDialog(page, 'Close without sending?', 'Close')
  await expect(dialog).toBeHidden()
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('an administrator who logs out leaves no internal note; after the end of a session only another account drops it', async ({
    visit,
    api,
    portal,
    allowError,
  }) => {
    allowError(CONNECTION_ERROR_PATTERN)
    allowError(/status of 401/)
    const ticket = await (await api(createResidentAccount('C-302'))).file('gatePass')
    const page = await visit({ on: 'desk', as: ADMIN, portal })
    await typeNote(page, ticket)
    await logOut(page)
    const loginPage = new LoginPage(page)
    await expect(loginPage.submit).toBeVisible()
    expect(await listStoredData(page)).toEqual({ unexpected: [], databases: {} })

    // The next logout happens offline, so the browser shows its own error page.
    const logInAs = async (account: Account): Promise<void> => {
      await loginPage.logIn(account)
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    }
    await logInAs(ADMIN)
    await typeNote(page, ticket)
    const token = await page.evaluate(() => localStorage.getItem('ADMIN_SESSION_TOKEN'))
    await page.context().setOffline(true)
    await logOut(page)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
    await page.context().setOffline(false)
    await page.goto('/admin')
    await expect(loginPage.submit).toBeVisible()
    expect((await listStoredData(page)).unexpected).toEqual([])
    await expect.poll(() => fetchSessionStatus(portal, token)).toBe(401)

    await logInAs(ADMIN)
    await typeNote(page, ticket)
    // One script changes the token and leaves the page, because a call of the page in between would fail and
    // open the login.
    await page.evaluate(() => {
      localStorage.setItem('ADMIN_SESSION_TOKEN', 'ended')
      location.assign('/admin/tickets')
    })
    await expect(page.getByText('What you typed is kept.')).toBeVisible()
    await logInAs(GATE_ACCOUNT)
    await expect.poll(() => countDrafts(page)).toBe(0)
  })
})
