import type { Page } from '@playwright/test'
import { createResidentAccount } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { moveTo } from '../pages/move-to.ts'
import {
  expectOnlyAppFilesCached,
  CONNECTION_ERROR_PATTERN,
  getBrowserStorage,
  waitForServiceWorker,
} from '../pages/offline.ts'

/**
 * Only this file uses this resident. Otherwise tickets created by other tests would be in the cached list.
 */
const OFFLINE_RESIDENT = createResidentAccount('A-402')
const OFFLINE_MESSAGE = /You are offline\. What you see was last updated .+\d:\d\d [AP]M\./

test.use({ serviceWorkers: 'allow' })

async function openDailyPages(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await expect(page.getByText('Amount due')).toBeVisible()
  await moveTo(page, '/tickets')
  await expect(page.locator('article .record-number').first()).toBeVisible()
  await moveTo(page, '/billings')
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expect(page.locator('[role="status"][aria-label^="Loading"]')).toHaveCount(0)
  // The page writes its data to `localStorage` shortly after the last API response, so the test polls.
  const getLastSeen = () => page.evaluate(() => localStorage.getItem('LAST_SEEN') ?? '')
  for (const query of ['"statements"', '"tickets"', '"payments"'])
    await expect.poll(getLastSeen).toContain(query)
  await waitForServiceWorker(page)
}

test('a resident without a connection sees the pages last seen, with their age, until logging out', async ({
  visit,
  api,
  portal,
  allowError,
}) => {
  allowError(CONNECTION_ERROR_PATTERN)
  const { ticketNumber } = await (await api(OFFLINE_RESIDENT)).file('gatePass')
  // Logs in with a new session, because this test logs out at its end.
  const page = await visit({ on: 'phone', as: OFFLINE_RESIDENT, portal })
  const context = page.context()
  await openDailyPages(page)

  await context.setOffline(true)
  await page.goto('/')
  const note = page.getByRole('alert').filter({ hasText: OFFLINE_MESSAGE })
  await expect(note).toBeVisible()
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  const amountDueRegion = page.getByRole('region', { name: 'Amount due' })
  await expect(amountDueRegion).toContainText(/₱[\d,]+\.\d\d/)
  await expect(amountDueRegion).not.toContainText(/N\/A|NaN|undefined/)
  await moveTo(page, '/tickets')
  await expect(note).toBeVisible()
  await expect(page.locator('article .record-number').first()).toHaveText(ticketNumber)
  await moveTo(page, '/visitors')
  await expect(page.getByRole('heading', { name: 'Not kept on this phone' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add visitor pass' })).toBeHidden()
  await page.goto('/billings')
  await expect(page.getByRole('heading', { name: 'Earlier statements' })).toBeVisible()
  await expect(note).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(OFFLINE_MESSAGE)).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: 'could not' })).toHaveCount(0)
  await context.setOffline(true)
  await expect(page.getByText(OFFLINE_MESSAGE)).toBeVisible()

  expect((await getBrowserStorage(page)).storage).not.toMatch(/signature=/)
  await expectOnlyAppFilesCached(page)
  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await answerAlertDialog(page, 'Do you want to logout?', 'Logout')
  await expect(new LoginPage(page).submit).toBeVisible()
  const { storage } = await getBrowserStorage(page)
  for (const forbiddenText of ['LAST_SEEN', 'CLIENT_SESSION_TOKEN', ticketNumber, 'soaAmount', 'uoccname'])
    expect(storage).not.toContain(forbiddenText)
  await expectOnlyAppFilesCached(page)

  await context.setOffline(false)
  await page.goto('/tickets')
  await expect(new LoginPage(page).submit).toBeVisible()
})
