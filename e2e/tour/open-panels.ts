import { expect, type Page } from '@playwright/test'
import type { PublicPass } from '@tahanan/contract/gate/answers.ts'
import { ADMIN } from '../fixtures/accounts.ts'
import { getNextMonthStatementDay } from '../fixtures/days.ts'
import { createSoaFile, createWebClientFile } from '../fixtures/statements.ts'
import type { Screen } from '../fixtures/test.ts'
import { ImportPage } from '../pages/import-page.ts'
import { waitUntilPageLoaded } from './go-to-stop.ts'

export const createButtonClick = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

export const openMenu = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'phone') await page.getByRole('button', { name: 'Pages' }).click()
}

export const openFirstRecord = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'desk') await page.locator('tbody .record-number').first().click()
  else await page.locator('article :is(a.record-number, button)').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

export const submitEmptyForm = async (page: Page): Promise<void> => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Submit/ })
    .click()
  await expect(page.locator('.help.err').first()).toBeVisible()
}

export const openPost = async (page: Page): Promise<void> => {
  await page.locator('.posts a').first().click()
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
}

export const submitEmptyPayment = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Paid Amount' }).fill('')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Please input your Paid Amount!')).toBeVisible()
}

export const createSearchOpener = (term: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: /^Search/ }).fill(term)
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
}

export const openFeedback = async (page: Page, screen: Screen): Promise<void> => {
  await openMenu(page, screen)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await expect(page.getByRole('dialog', { name: 'Feedback' })).toBeVisible()
}

export const openMailedLink = async (page: Page): Promise<void> => {
  await page.route('**/api/choose-password/*', (route) =>
    route.fulfill({ json: { area: 'client', login: 'A-101' } }),
  )
  await page.goto('/choose-password#any')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Please input your password!')).toBeVisible()
}

export const openUnsubscribe = async (page: Page): Promise<void> => {
  await page.route('**/api/unsubscribe/*', (route) =>
    route.fulfill({ json: { label: 'your payments', mailed: true } }),
  )
  await page.goto('/unsubscribe#any')
  await expect(page.getByRole('button', { name: 'Stop these mails' })).toBeVisible()
}

export const openSharedPass = async (page: Page): Promise<void> => {
  const publicPass: PublicPass = {
    community: 'Acacia Grove',
    kind: 'Visitor pass',
    code: 'K7QW2M9T',
    qr: { size: 21, path: 'M0 0h7v7h-7zM14 0h7v7h-7zM0 14h7v7h-7z' },
    from: '2026-03-02T00:00:00.000Z',
    to: '2026-03-02T10:00:00.000Z',
    dayFrom: null,
    dayTo: null,
    timeZone: 'Asia/Manila',
    howToGetIn: 'Show this code at the main gate.',
    ended: false,
  }
  await page.route('**/api/pass-view', (route) => route.fulfill({ json: publicPass }))
  await page.goto('/pass#any')
  await expect(page.getByRole('heading', { name: publicPass.kind })).toBeVisible()
}

/**
 * Opens the second step of the login. Fakes the API response, because no demo account uses two-step login.
 */
export const openSecondLoginStep = async (page: Page): Promise<void> => {
  await page.route('**/api/login/admin', (route) => route.fulfill({ json: { secondFactor: 'any' } }))
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.login)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please input the code!')).toBeVisible()
}

export const openTotpSecret = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
}

/**
 * Opens the dialog with recovery codes. Fakes the API response, so that two-step login stays off for other
 * tests.
 */
export const openRecoveryCodes = async (page: Page): Promise<void> => {
  await page.route('**/api/second-factor/confirm', (route) =>
    route.fulfill({
      json: { recoveryCodes: Array.from({ length: 10 }, (_, code) => `K7QW-2M9T-XH4B-ZP3${code}`) },
    }),
  )
  await openTotpSecret(page)
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
}

export const waitForEditor = async (page: Page): Promise<void> => {
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
}

export const openPayment = async (page: Page): Promise<void> => {
  await waitUntilPageLoaded(page)
  const firstRecordLink = page.locator('tbody .record-number, article h2 :is(a, button)').first()
  if (!(await firstRecordLink.isVisible())) return
  await firstRecordLink.click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

export const openRecord = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'desk') await page.locator('tbody :is(.record-number, .row-button)').first().click()
  else await page.locator('article h2 :is(a, button)').first().click()
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

export const waitForSwitches = async (page: Page): Promise<void> => {
  await expect(page.getByRole('group', { name: 'Gate Pass' })).toBeVisible()
}

/** Unit of a demo tenant who paid after the date of their statement. */
const CODE_OF_PAID_TENANT = 'C-102'

export const compareStatements = async (page: Page): Promise<void> => {
  const importPage = new ImportPage(page)
  const statementRows = [
    { urefno: 'C-504', name: 'Renato Laurel', amount: '812.00', attachment: 'C-504.pdf' },
    {
      urefno: CODE_OF_PAID_TENANT,
      name: 'Edgardo Panganiban',
      amount: '1,500.00',
      attachment: `${CODE_OF_PAID_TENANT}.pdf`,
    },
    { urefno: 'C-599', name: 'Nobody', amount: '-1', attachment: 'C-599.pdf' },
  ].map((row) => ({ ...row, date: getNextMonthStatementDay() }))
  await importPage.chooseFiles('SOA file', createSoaFile(statementRows))
  await importPage.chooseFiles('Web client file', createWebClientFile(statementRows))
  await expect(importPage.upload).toBeEnabled()
}

export const moveLedgerEntry = async (page: Page, screen: Screen): Promise<void> => {
  await compareStatements(page)
  const comparisonTable = new ImportPage(page).comparison
  if (screen === 'desk') {
    await comparisonTable.getByRole('radio', { name: 'Payments' }).check({ force: true })
    await comparisonTable
      .getByRole('row')
      .filter({ hasText: CODE_OF_PAID_TENANT })
      .getByRole('button', { name: /^Payments/ })
      .click()
  } else {
    await comparisonTable.getByRole('combobox', { name: 'Rows' }).selectOption('Payments')
    await comparisonTable.getByRole('button', { name: `Actions for ${CODE_OF_PAID_TENANT}` }).click()
    await page.getByRole('menuitem', { name: 'Payments' }).click()
  }
  const sheet = page.getByRole('dialog', { name: 'Payments and charges' })
  await sheet.getByRole('button', { name: /^Move out of the statement: Payment/ }).click()
  await expect(sheet.getByText('moved by the office')).toBeVisible()
}

export const openVerdict = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Expected' }).click()
  await page.getByRole('tabpanel').getByRole('listitem').first().getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

export const openWalkInForm = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Walk-ins' }).click()
  await page.getByRole('button', { name: 'Register a walk-in' }).click()
  await expect(page.getByRole('dialog', { name: 'Register a walk-in' })).toBeVisible()
}

/**
 * Simulates a lost connection: calls get an unexpected response, such as the login page of a Wi-Fi network.
 * Aborted calls would write errors to the console.
 */
export const disconnectServer = async (page: Page): Promise<void> => {
  await page.route('**/api/gate-*', (route) => route.fulfill({ json: 'Log in' }))
  await page.reload()
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
}

/** Fakes the event that a guard sends about a visitor without a pass, because the tour has no guard. */
export const openWalkInDialog = async (page: Page): Promise<void> => {
  const walkIn = {
    id: 1,
    name: 'Rodel Santos',
    purpose: 'Delivery of food',
    plate: 'ABC 1234',
    people: 1,
    unitNumber: 'A-101',
    gate: 'Main gate',
    state: 'asked',
    answeredBy: null,
    answeredAt: null,
    secondsLeft: 60,
    created_at: new Date().toISOString(),
    phones: [],
    code: null,
  }
  await page.route('**/api/walk-ins', (route) => route.fulfill({ json: { data: [walkIn] } }))
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Let in?' })).toBeVisible()
}
