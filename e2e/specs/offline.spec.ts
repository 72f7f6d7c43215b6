import type { BrowserContext, Page } from '@playwright/test'
import { GOOD, resident } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { answer, question, toast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { moveTo } from '../pages/move-to.ts'
import { TicketForm } from '../pages/ticket-form.ts'

const SOMEBODY = resident('A-402')
/** Browsers say so of calls, and of the service worker's own script. */
const NO_CONNECTION =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to (?:load|fetch)|fetching the script/
const WORDS = /You are offline\. What you see was last updated .+\d:\d\d [AP]M\./

/** Waits until the app can start without a connection. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

/** Reads the browser's stores: local and session storage as text, databases and cached addresses by name. */
async function keptBy(page: Page): Promise<{ storage: string; databases: string[]; cached: string[] }> {
  return page.evaluate(async () => {
    const caching = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return {
      storage: JSON.stringify([localStorage, sessionStorage]),
      databases: (await indexedDB.databases()).map(({ name = '' }) => name),
      cached: caching.flat().map(({ url }) => new URL(url).pathname),
    }
  })
}

/** The page itself and files of the build, which are the same for everybody. */
async function expectOnlyTheApp(page: Page): Promise<void> {
  const { databases, cached } = await keptBy(page)
  expect(databases).toEqual([])
  expect(cached).toContain('/')
  expect(cached.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
}

async function seeDailyPages(page: Page): Promise<{ number: string; context: BrowserContext }> {
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await expect(page.getByText('Amount due')).toBeVisible()
  await moveTo(page, '/tickets')
  const number = await page.locator('article .record-number').first().innerText()
  await moveTo(page, '/billings')
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expect(page.locator('[role="status"][aria-label^="Loading"]')).toHaveCount(0)
  // a page that is loaded anew adds to what was seen before
  await page.goto('/mail')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // saved a moment after the last answer
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('LAST_SEEN') ?? ''))
    .toMatch(/statements.*"list"|"list".*statements/)
  await installed(page)
  return { number, context: page.context() }
}

test.describe('a resident without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('sees the pages that they saw last, and how old they are, until they log out', async ({
    visit,
    expectFault,
  }) => {
    expectFault(NO_CONNECTION)
    const page = await visit({ on: 'phone', as: GOOD })
    const { number, context } = await seeDailyPages(page)

    await context.setOffline(true)
    await page.goto('/')
    await expect(page.getByRole('alert').filter({ hasText: WORDS })).toBeVisible()
    await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
    const due = page.getByRole('region', { name: 'Amount due' })
    await expect(due).toContainText(/₱[\d,]+\.\d\d/)
    await expect(due).not.toContainText(/N\/A|NaN|undefined/)
    await page.goto('/tickets')
    await expect(page.getByRole('alert').filter({ hasText: WORDS })).toBeVisible()
    await expect(page.locator('article .record-number').first()).toHaveText(number)
    await page.goto('/billings')
    await expect(page.getByRole('heading', { name: 'Earlier statements' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: WORDS })).toBeVisible()

    // what is not kept says so, and offers nothing that could not be sent
    await page.goto('/visitors')
    await expect(page.getByRole('heading', { name: 'Not kept on this phone' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add visitor pass' })).toBeHidden()
    await page.goto('/billings')
    await expect(page.getByRole('alert').filter({ hasText: WORDS })).toBeVisible()

    // with the connection, what is shown is the server's again
    await context.setOffline(false)
    await expect(page.getByText(WORDS)).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: 'could not' })).toHaveCount(0)
    await context.setOffline(true)
    await expect(page.getByText(WORDS)).toBeVisible()

    // cached data opens no file
    expect((await keptBy(page)).storage).not.toMatch(/signature=/)
    await expectOnlyTheApp(page)
    await page.getByRole('button', { name: 'Pages' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await answer(page, 'Do you want to logout?', 'Logout')
    await expect(new LoginPage(page).submit).toBeVisible()
    const { storage } = await keptBy(page)
    for (const word of ['LAST_SEEN', 'CLIENT_SESSION_TOKEN', number, 'soaAmount', 'uoccname'])
      expect(storage).not.toContain(word)
    await expectOnlyTheApp(page)

    // and nothing comes back with the connection
    await context.setOffline(false)
    await page.goto('/tickets')
    await expect(new LoginPage(page).submit).toBeVisible()
  })

  test('goes on from home to what it showed: the announcement and the statement, however long ago', async ({
    visit,
    expectFault,
  }) => {
    expectFault(NO_CONNECTION)
    const page = await visit({ on: 'phone', as: GOOD })
    const announcement = page.getByRole('link', { name: /^Read announcement/ })
    await expect(announcement).toBeVisible()
    const title = (await announcement.getAttribute('aria-label'))?.replace('Read announcement: ', '') ?? ''
    const dated = page.getByText(/^Statement of \d+ \w+ \d{4}$/)
    const date = (await dated.innerText()).replace('Statement of ', '')
    // the announcement is fetched whole when home is idle
    const kept = () => page.evaluate(() => localStorage.getItem('LAST_SEEN') ?? '')
    await expect.poll(kept).toContain('["posts","one"')
    await installed(page)
    await page.context().setOffline(true)
    await page.clock.install()
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: WORDS })).toBeVisible()
    await expect(dated).toBeVisible()
    await moveTo(page, '/billings')
    await expect(page.getByText(date, { exact: true })).toBeVisible()
    await page.clock.fastForward(10 * 60_000)
    await moveTo(page, '/')
    await expect(dated).toBeVisible()
    await announcement.click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })

  test('sees nothing more once the session is over by itself: it may have been ended elsewhere', async ({
    visit,
    expectFault,
  }) => {
    expectFault(NO_CONNECTION)
    const page = await visit({ on: 'phone', as: GOOD })
    const { number, context } = await seeDailyPages(page)
    await context.setOffline(true)
    await page.goto('/tickets')
    await expect(page.locator('article .record-number').first()).toHaveText(number)
    // a device may say that it is connected while the portal cannot be reached
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.evaluate(() => {
      const seen = JSON.parse(localStorage.getItem('LAST_SEEN') ?? '') as {
        queries: { state: { dataUpdatedAt: number } }[]
      }
      for (const { state } of seen.queries) state.dataUpdatedAt -= 3000_000
      localStorage.setItem('LAST_SEEN', JSON.stringify(seen))
    })
    await page.goto('/billings')
    await expect(page.getByText('We could not reach the portal')).toBeVisible()
    await expect(page.getByText('Amount due')).toHaveCount(0)
    expect((await keptBy(page)).storage).not.toContain(number)
  })

  test('loses nothing that they typed, and is up to date again with the connection', async ({
    visit,
    expectFault,
  }) => {
    expectFault(NO_CONNECTION)
    const page = await visit({ on: 'phone', as: SOMEBODY, to: '/commendations' })
    await page.getByRole('button', { name: 'Add commendation' }).click()
    const form = new TicketForm(page, 'Add commendation')
    await form.type('Title', 'Written in the lift')
    await form.pick('Commendation')
    await form.type('Comment', 'Where there is no signal.')
    await page.context().setOffline(true)
    await form.submit()
    await expect(question(page, 'You are offline')).toContainText('What you typed is kept.')
    await answer(page, 'You are offline', 'Not now')
    await expect(form.dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Written in the lift')
    // with the connection, the same dialog sends it
    await form.submit()
    await expect(question(page, 'You are offline')).toBeVisible()
    await page.context().setOffline(false)
    await answer(page, 'You are offline', 'Try again')
    await expect(toast(page, 'Commendation added successfully.')).toBeVisible()
    await expect(page.getByText(WORDS)).toBeHidden()
  })

  test('never sees what another account saw on the same device', async ({ visit, expectFault }) => {
    expectFault(NO_CONNECTION)
    const page = await visit({ on: 'phone', as: GOOD })
    const { number, context } = await seeDailyPages(page)
    expect((await keptBy(page)).storage).toContain(number)
    // the session ends elsewhere, and somebody else logs in here
    await page.evaluate(() => localStorage.setItem('CLIENT_SESSION_TOKEN', 'ended'))
    await page.goto('/')
    await expect(new LoginPage(page).submit).toBeVisible()
    expect((await keptBy(page)).storage).not.toContain(number)
    const login = new LoginPage(page)
    await login.terms.check()
    await login.logIn(SOMEBODY)
    await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
    await expect.poll(async () => (await keptBy(page)).storage).toContain('LAST_SEEN')
    await context.setOffline(true)
    await page.goto('/tickets')
    await expect(page.getByText('Not kept on this phone')).toBeVisible()
    await expect(page.getByText(number)).toHaveCount(0)
  })
})

test('the app can be installed under the community’s name', async ({ visit, portal }) => {
  const page = await visit({ on: 'phone' })
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await fetch(portal + address)).json()) as {
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
    const size = await page.evaluate(async (address) => {
      const icon = await createImageBitmap(await (await fetch(address)).blob())
      return `${icon.width}x${icon.height}`
    }, src)
    expect(size).toBe(sizes)
  }
})
