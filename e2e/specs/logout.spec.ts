import type { Page } from '@playwright/test'
import { createResidentAccount } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import {
  countDrafts,
  listStoredData,
  logOut,
  CONNECTION_ERROR_PATTERN,
  fetchSessionStatus,
  waitForServiceWorker,
} from '../pages/offline.ts'
import { TicketForm } from '../pages/ticket-form.ts'

/** Only this file uses this resident, because the test ends their sessions. */
const OWNER = createResidentAccount('C-302')

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'parallel' })

async function typeDraft(page: Page): Promise<void> {
  await page.goto('/commendations?modal=true')
  const form = new TicketForm(page, 'Add commendation')
  await form.fillText('Title', 'About Ernesto')
  await expect.poll(() => countDrafts(page)).toBe(1)
  await page.keyboard.press('Escape')
  await answerAlertDialog(page, 'Close without saving?', 'Close')
  await expect(form.dialog).toBeHidden()
}

test('a resident who logs out, without and with a connection, leaves nothing in the browser, in no tab', async ({
  visit,
  portal,
  allowError,
}) => {
  allowError(CONNECTION_ERROR_PATTERN)
  const page = await visit({ on: 'phone', as: OWNER, portal })
  await waitForServiceWorker(page)
  const otherTab = await page.context().newPage()
  await typeDraft(otherTab)
  await typeDraft(page)
  const token = await page.evaluate(() => localStorage.getItem('CLIENT_SESSION_TOKEN'))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('LAST_SEEN'))).not.toBeNull()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Pages' }).click()
  await logOut(page)
  for (const tab of [page, otherTab]) {
    await expect(new LoginPage(tab).submit).toBeVisible()
    await expect.poll(() => listStoredData(tab)).toEqual({ unexpected: [], databases: {} })
  }
  await page.context().setOffline(false)
  await expect.poll(() => fetchSessionStatus(portal, token)).toBe(401)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ENDED_SESSIONS'))).toBeNull()
  const loginPage = new LoginPage(page)
  await loginPage.terms.check()
  await loginPage.logIn(OWNER)
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await page.goto('/commendations?modal=true')
  await expect(new TicketForm(page, 'Add commendation').dialog.getByLabel('Title')).toHaveValue('')

  await typeDraft(page)
  await page.getByRole('button', { name: 'Pages' }).click()
  await logOut(page)
  await expect(loginPage.submit).toBeVisible()
  await expect.poll(() => listStoredData(page)).toEqual({ unexpected: [], databases: {} })
})
