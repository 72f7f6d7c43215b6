import { expect, type Page } from '@playwright/test'
import { ADMIN } from '../fixtures/accounts.ts'
import { laterStatementDay } from '../fixtures/days.ts'
import { soaFile, webClientFile } from '../fixtures/statements.ts'
import type { Screen } from '../fixtures/test.ts'
import { ImportPage } from '../pages/import-page.ts'
import { settled } from './arrive.ts'

export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

export const openMenu = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'phone') await page.getByRole('button', { name: 'Pages' }).click()
}

export const openFirst = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'desk') await page.locator('tbody button.record-number').first().click()
  else await page.locator('article button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

export const submitEmpty = async (page: Page): Promise<void> => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Submit/ })
    .click()
  await expect(page.locator('.help.err').first()).toBeVisible()
}

/** Goes on from the first post of the list to the post itself. */
export const openPost = async (page: Page): Promise<void> => {
  await page.locator('.posts a').first().click()
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
}

/** Sends a form of paying without its amount. */
export const payEmpty = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Paid Amount' }).fill('')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Please input your Paid Amount!')).toBeVisible()
}

export const openSearch = (term: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: /^Search/ }).fill(term)
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
}

export const openFeedback = async (page: Page, screen: Screen): Promise<void> => {
  await openMenu(page, screen)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await expect(page.getByRole('dialog', { name: 'Feedback' })).toBeVisible()
}

/** The page of a mailed link, as it is for whoever's link is good: mails are for no tour. */
export const withGoodLink = async (page: Page): Promise<void> => {
  await page.route('**/api/choose-password/*', (route) =>
    route.fulfill({ json: { area: 'client', login: 'A-101' } }),
  )
  await page.goto('/choose-password#any')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Please input your password!')).toBeVisible()
}

/** The second step of the login, as it is for whoever has one: the accounts of the demo community do without. */
export const askedForCode = async (page: Page): Promise<void> => {
  await page.route('**/api/login/admin', (route) => route.fulfill({ json: { secondFactor: 'any' } }))
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.login)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please input the code!')).toBeVisible()
}

/** Turns two-step login on as far as the secret, which is of no use until it is confirmed. */
export const openSecret = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
}

/** The recovery codes, as they are for whoever confirmed: for the others on this tour it stays off. */
export const openCodes = async (page: Page): Promise<void> => {
  await page.route('**/api/second-factor/confirm', (route) =>
    route.fulfill({
      json: { recoveryCodes: Array.from({ length: 10 }, (_, code) => `K7QW-2M9T-XH4B-ZP3${code}`) },
    }),
  )
  await openSecret(page)
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
}

/** The editor comes after its form. */
export const editorReady = async (page: Page): Promise<void> => {
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
}

/** The first payment, once a demo or an earlier test has made one. */
export const openPayment = async (page: Page): Promise<void> => {
  await settled(page)
  const first = page.locator('tbody button.record-number').or(page.locator('article h2 button')).first()
  if (!(await first.isVisible())) return
  await first.click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** The record of the first row of what the office publishes. */
export const openRecord = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'desk') await page.locator('tbody button.row-button').first().click()
  else await page.locator('article h2 button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

export const openThread = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'desk') {
    await page
      .getByRole('button', { name: /^Thread / })
      .first()
      .click()
  } else {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Thread' }).click()
  }
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
}

/** Manage Access is there, of whoever the address names. */
export const switchesReady = async (page: Page): Promise<void> => {
  await expect(page.getByRole('group', { name: 'Gate Pass' })).toBeVisible()
}

/** A tenant of the demo community with a payment posted since the statement. */
const PAID = 'C-102'

/** Shows what an import would do; nothing is saved. */
export const compareStatements = async (page: Page): Promise<void> => {
  const office = new ImportPage(page)
  const rows = [
    { urefno: 'C-504', name: 'Renato Laurel', amount: '812.00', attachment: 'C-504.pdf' },
    { urefno: PAID, name: 'Edgardo Panganiban', amount: '1,500.00', attachment: `${PAID}.pdf` },
    { urefno: 'C-599', name: 'Nobody', amount: '-1', attachment: 'C-599.pdf' },
  ].map((row) => ({ ...row, date: laterStatementDay() }))
  await office.choose('SOA file', soaFile(rows))
  await office.choose('Web client file', webClientFile(rows))
  await expect(office.upload).toBeEnabled()
}

/** Opens the payments of a row of the comparison, and moves one out of the statement. */
export const moveEntry = async (page: Page, screen: Screen): Promise<void> => {
  await compareStatements(page)
  const rows = new ImportPage(page).comparison
  if (screen === 'desk') {
    await rows.getByRole('radio', { name: 'Payments' }).check({ force: true })
    await rows
      .getByRole('row')
      .filter({ hasText: PAID })
      .getByRole('button', { name: /^Payments/ })
      .click()
  } else {
    await rows.getByRole('combobox', { name: 'Rows' }).selectOption('Payments')
    await rows.getByRole('button', { name: `Actions for ${PAID}` }).click()
    await page.getByRole('menuitem', { name: 'Payments' }).click()
  }
  const sheet = page.getByRole('dialog', { name: 'Payments and charges' })
  await sheet.getByRole('button', { name: /^Move out of the statement: Payment/ }).click()
  await expect(sheet.getByText('moved by the office')).toBeVisible()
}
