import { ADMIN, RESIDENT, createResidentAccount } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'

for (const account of [RESIDENT, ADMIN]) {
  test(`with a session the ${account.area} sees a static shell before any script, until the page replaces it`, async ({
    visit,
  }) => {
    const page = await visit({ on: 'phone', as: account, to: '/healthz' })
    const releaseSignal = Promise.withResolvers<void>()
    await page.route(/\.js$/, async (route) => {
      await releaseSignal.promise
      await route.continue()
    })
    await page.goto(account.area === 'client' ? '/' : '/admin', { waitUntil: 'commit' })
    await expect(page.getByText('Loading…', { exact: true })).toBeVisible()
    await expect(page.locator('#login')).toBeHidden()
    releaseSignal.resolve()
    await expect(page.locator('#page h1, .phead h1').first()).toBeVisible()
    await expect(page.getByText('Loading…', { exact: true })).toBeHidden()
  })
}

test('input typed before the script runs stays in the form, and out of the URL', async ({ visit }) => {
  const page = await visit({ on: 'desk', to: '/healthz' })
  const releaseSignal = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await releaseSignal.promise
    await route.continue()
  })
  await page.goto('/admin', { waitUntil: 'commit' })
  const loginPage = new LoginPage(page)
  await loginPage.findLoginField('admin').fill(ADMIN.login)
  await loginPage.password.fill(ADMIN.password)
  await loginPage.password.press('Enter')
  await expect(loginPage.submit).toBeDisabled()
  expect(new URL(page.url()).search).toBe('')
  releaseSignal.resolve()
  await loginPage.submit.click()
  await expect(page.getByRole('heading', { name: 'My work', level: 1 })).toBeVisible()
})

test('the terms cannot be pressed before the script that opens them', async ({ visit }) => {
  const page = await visit({ on: 'phone', to: '/healthz' })
  const releaseSignal = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await releaseSignal.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const termsButton = page.getByRole('button', { name: 'Terms and Conditions' })
  await expect(termsButton).toBeDisabled()
  releaseSignal.resolve()
  await termsButton.click()
  await expect(page.getByRole('dialog', { name: 'Terms and Conditions' })).toBeVisible()
})

test('the code after the login is prefetched while one types, by calls that every browser allows', async ({
  visit,
}) => {
  const page = await visit({ on: 'phone' })
  const prefetchResponses = [/\/daily-.*\.js$/, /\/daily-.*\.css$/].map((name) => page.waitForResponse(name))
  await new LoginPage(page).findLoginField('client').pressSequentially('A')
  for (const prefetchResponse of await Promise.all(prefetchResponses)) {
    expect(prefetchResponse.status()).toBe(200)
    // The page must prefetch files by calls (`fetch`). Firefox blocks `<link rel=prefetch>` because of the
    // CSP directive `default-src`, whereas `connect-src` allows calls.
    expect(prefetchResponse.request().resourceType()).toBe('fetch')
  }
  await expect(page.locator('link[rel="prefetch"]')).toHaveCount(0)
})

test('a user who is idle for 3000 seconds is logged out', async ({ visit, allowError }) => {
  // A live event at the time of the logout makes the page call the server with the ended session.
  allowError(/401 \(Unauthorized\)/)
  const page = await visit({ on: 'phone' })
  await page.clock.install()
  const loginPage = new LoginPage(page)
  await loginPage.terms.check()
  await loginPage.logIn(createResidentAccount('A-302'))
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()

  const otherTab = await page.context().newPage()
  await otherTab.goto('/')
  await expect(otherTab.getByRole('heading', { name: /Magandang/ })).toBeVisible()

  await page.clock.fastForward(2900_000)
  await page.mouse.move(50, 50, { steps: 5 })
  // Waits until the page has recorded the mouse movement, because otherwise the clock would advance first.
  const getQuietTime = () => page.evaluate(() => Date.now() - Number(localStorage.getItem('LAST_ACTIVE')))
  await expect.poll(getQuietTime).toBeLessThan(100_000)
  await page.clock.fastForward(2900_000)
  await expect(findAlertDialog(page, 'Inactivity')).toBeHidden()
  const getSessionToken = () => page.evaluate(() => localStorage.getItem('CLIENT_SESSION_TOKEN'))
  expect(await getSessionToken()).not.toBeNull()
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('scroll', resolve, { once: true })
        scrollTo(0, document.body.scrollHeight)
      }),
  )
  const logoutResponse = page
    .context()
    .waitForEvent('response', (response) => response.url().endsWith('/api/logout?idle=1'))
  // The clocks of the two tabs cannot advance at the same time. So the clock of this tab first advances to
  // shortly before the timeout.
  await page.clock.fastForward(75_000)
  await page.clock.fastForward(60_000)
  await logoutResponse
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await page.waitForLoadState('networkidle')
  expect(await getSessionToken()).toBeNull()
  await expect(findAlertDialog(otherTab, 'Inactivity')).toBeVisible()
  const backdropColor = await findAlertDialog(page, 'Inactivity').evaluate(
    (dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor,
  )
  expect(backdropColor).toMatch(/^rgb\(/)
  await answerAlertDialog(page, 'Inactivity', 'OK')
  await expect(loginPage.submit).toBeVisible()
  await loginPage.terms.check()
  await loginPage.logIn(createResidentAccount('A-302'))
  for (const tab of [page, otherTab])
    await expect(tab.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await expect(findAlertDialog(otherTab, 'Inactivity')).toBeHidden()
})

test('typing for an hour without a call keeps the session; an idle tab sends nothing to the server', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', to: '/admin' })
  // Live connections are blocked: advancing the clock would end them, and pages that reconnect would call the
  // server.
  await page.context().routeWebSocket(/socket\.io/, () => {})
  await page.clock.install()
  await new LoginPage(page).logIn(ADMIN)
  await page.getByRole('link', { name: 'Announcements' }).click()
  await page.getByRole('button', { name: /^Add/ }).first().click()
  const title = page.getByRole('dialog').getByRole('textbox').first()
  await title.fill('Notice')
  const idlePage = await page.context().newPage()
  // Waits for the last calls of the page by their paths. On a busy machine, a pause between calls does not
  // mean that they were the last ones.
  const lastCalls = [/\/api\/tickets\?/, /\/api\/admin-notif-count\//, /\/api\/desk-counts/].map((path) =>
    idlePage.waitForResponse(path),
  )
  await idlePage.goto('/admin/tickets')
  await Promise.all(lastCalls)
  await expect(idlePage.getByRole('heading', { name: 'Gate Pass' })).toBeVisible()
  await idlePage.waitForLoadState('networkidle')
  // When a tab opens, a browser sends mouse events although the mouse does not move. They do not count as
  // activity.
  await idlePage.mouse.move(300, 300)

  const calledPaths: string[] = []
  const idlePaths: string[] = []
  page.on('request', (request) => calledPaths.push(new URL(request.url()).pathname))
  idlePage.on('request', (request) => idlePaths.push(new URL(request.url()).pathname))
  for (let minute = 5; minute <= 60; minute += 5) {
    await title.press('a')
    await page.clock.fastForward(5 * 60_000)
  }
  await expect.poll(() => calledPaths.filter((path) => path === '/api/me').length).toBeGreaterThanOrEqual(11)
  await expect(title).toHaveValue(`Notice${'a'.repeat(12)}`)
  expect(idlePaths).toEqual([])
})
