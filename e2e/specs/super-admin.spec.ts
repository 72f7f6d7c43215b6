import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { RESET_GROUP_NAMES } from '@tahanan/contract/reset.ts'
import { ADMIN, RESIDENT, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { callsOf } from '../fixtures/calls.ts'
import { jpeg } from '../fixtures/files.ts'
import { type Portal, startPortal } from '../fixtures/portal.ts'
import { expect, test } from '../fixtures/test.ts'
import { answer, question, toast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'

// Changes settings and data of all, so the tests have their own portal; the reset comes last.
let own: Portal

test.beforeAll(async () => {
  own = await startPortal()
})
test.afterAll(() => own.stop())

const DATABASE = '/super-admin/utilities?tab=database'

test('a new name and logo are previewed, and appear in open pages', async ({ visit }) => {
  const home = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets', portal: own.url })
  await expect(home.getByText('Live', { exact: true })).toBeVisible()
  const page = await visit({ on: 'desk', as: SUPER_ADMIN, portal: own.url })
  const name = page.getByRole('textbox', { name: 'Website name' })
  await name.fill('')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('Please input your website name!')).toBeVisible()
  await name.fill('Bahay Amihan')
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await jpeg('amihan.jpg'))
  await expect(page.getByText('amihan.jpg')).toBeVisible()
  await expect(page.locator('.picker img[src^="blob:"]')).toBeVisible()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(toast(page, 'Website settings successfully updated.')).toBeVisible()
  await expect(home.getByText('Bahay Amihan')).toBeVisible()
  await expect(home.locator('.brand img[src*="/files/logo/"]')).toBeVisible()
  await expect(home).toHaveTitle(/Bahay Amihan/)
})

test('the terms are written, saved, and read at the login', async ({ visit }) => {
  const page = await visit({
    on: 'desk',
    as: SUPER_ADMIN,
    to: '/super-admin/terms-and-conditions',
    portal: own.url,
  })
  const text = page.getByRole('textbox', { name: 'Terms And Conditions' })
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Quiet hours begin at ten. ')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(toast(page, 'You have successfully updated the Terms and Conditions.')).toBeVisible()
  const login = await visit({ on: 'phone', to: '/', portal: own.url })
  await login.getByRole('button', { name: 'Terms and Conditions' }).click()
  await expect(login.locator('#terms-text')).toContainText('Quiet hours begin at ten.')
})

test('the preview of the app follows the input, and saved settings are loaded again', async ({ visit }) => {
  const page = await visit({
    on: 'desk',
    as: SUPER_ADMIN,
    to: '/super-admin/utilities?tab=mobile-settings',
    portal: own.url,
  })
  const header = page.getByRole('textbox', { name: 'Header Background Color', exact: true })
  const phone = page.getByRole('img', { name: /^Preview of the app/ })
  await page.getByRole('textbox', { name: 'App Title' }).fill('Amihan')
  await expect(phone).toContainText('Amihan')
  await header.fill('#aa46')
  await expect(phone.locator('.sill')).toHaveCSS('background-color', 'rgb(23, 89, 74)')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('This is not a colour, such as #17594a.')).toBeVisible()
  await header.fill('#aa4620')
  await expect(phone.locator('.sill')).toHaveCSS('background-color', 'rgb(170, 70, 32)')
  await page.getByLabel('Primary Button Label Color', { exact: true }).fill('#2a6a5a')
  await expect(page.getByText(/Hard to read on the button/)).toBeVisible()
  await page.getByLabel('Primary Button Label Color', { exact: true }).fill('#ffffff')
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await jpeg('header.jpg'))
  await page.getByText('Home', { exact: true }).first().click()
  await expect(phone.locator('.appheader img')).toBeVisible()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(toast(page, 'Mobile Settings Successfuly Updated.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'App Title' })).toHaveValue('Amihan')
  await expect(header).toHaveValue('#aa4620')
  await expect(page.locator('.picker img[src*="/files/logo/"]')).toBeVisible()
})

const websiteName = (page: Page) => page.getByRole('textbox', { name: 'Website name' })
const terms = (page: Page) => page.getByRole('textbox', { name: 'Terms And Conditions' })
const minimumOf = (page: Page, service: string) =>
  page.getByRole('textbox', { name: `Minimum amount of ${service}` })
const submit = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(toast(page, words)).toBeVisible()
}
const updateServices = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Update Services' }).click()
  await answer(page, 'Success', 'OK')
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0)
}

test.describe('two administrators with the same settings open do not undo each other’s changes', () => {
  test('in the website settings', async ({ visit }) => {
    const first = await visit({ on: 'desk', as: SUPER_ADMIN, portal: own.url })
    const second = await visit({ on: 'desk', as: SUPER_ADMIN, portal: own.url })
    await expect(websiteName(second)).not.toHaveValue('')
    await websiteName(first).fill('Bahay Habagat')
    await submit(first, 'Website settings successfully updated.')
    await second
      .locator('input[type="file"]')
      .first()
      .setInputFiles(await jpeg('habagat.jpg'))
    await submit(second, 'Website settings successfully updated.')
    await expect(websiteName(second)).toHaveValue('Bahay Habagat')
    await first.reload()
    await expect(websiteName(first)).toHaveValue('Bahay Habagat')
  })

  test('in the services', async ({ visit }) => {
    const both = { on: 'desk', as: ADMIN, portal: own.url } as const
    const to = '/admin/utilities?tab=system-parameters'
    const [first, second] = [await visit({ ...both, to }), await visit({ ...both, to })]
    await expect(minimumOf(second, 'Leasing Assistance')).toBeVisible()
    await minimumOf(first, 'Leasing Assistance').fill('75,000.5')
    await updateServices(first)
    await expect(minimumOf(first, 'Leasing Assistance')).toHaveValue('75000.5')
    await minimumOf(second, 'Commendations').fill('85000')
    await updateServices(second)
    await first.reload()
    await expect(minimumOf(first, 'Leasing Assistance')).toHaveValue('75000.5')
    await expect(minimumOf(first, 'Commendations')).toHaveValue('85000')
  })

  test('in the terms, where the second chooses a version', async ({ visit, allowError }) => {
    allowError(/status of 409/)
    const both = { on: 'desk', as: SUPER_ADMIN, portal: own.url } as const
    const to = '/super-admin/terms-and-conditions'
    const [first, second] = [await visit({ ...both, to }), await visit({ ...both, to })]
    for (const page of [first, second]) {
      await terms(page).click()
      await page.keyboard.press('Control+End')
    }
    await first.keyboard.type(' First was here.')
    await second.keyboard.type(' Second was here.')
    await submit(first, 'You have successfully updated the Terms and Conditions.')
    await submit(second, 'Failed to update the Terms and Conditions.')
    await second.getByRole('button', { name: 'Keep mine: Terms And Conditions' }).click()
    await submit(second, 'You have successfully updated the Terms and Conditions.')
    await first.reload()
    await expect(terms(first)).toContainText('Second was here.')
    await expect(terms(first)).not.toContainText('First was here.')
  })
})

test('a backup is made and downloaded', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: DATABASE, portal: own.url })
  await page.getByRole('button', { name: 'Back up now' }).click()
  const row = page.getByRole('row').filter({ hasText: 'By hand' })
  await expect(row).toContainText('Good', { timeout: 60_000 })
  const coming = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download/ }).click()
  const file = await coming
  // By the browser: a blob would go through the page's memory.
  expect(file.url()).toMatch(/^http.*\/download\?link=/)
  expect((await readFile(await file.path())).length).toBeGreaterThan(10_000)
})

test('the audit log shows who changed which value to what, and is exported', async ({ visit }) => {
  const office = await callsOf(own.url, ADMIN)
  const { id } = await (await callsOf(own.url, RESIDENT)).file('gatePass', { bearerName: 'Audited' })
  await office.change('gatePass', id, { status: 2, remarks: 'Seen by the office' })
  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: '/super-admin/audit-log', portal: own.url })
  await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Service ticket' })
  await expect(page).toHaveURL(/subject=tickets/)
  const row = page.locator('tbody tr').first()
  await expect(row).toContainText('Changed')
  await row.locator('button.record-number').click()
  const entry = page.getByRole('dialog')
  await expect(entry.getByRole('row').filter({ hasText: 'Status' })).toContainText(/FOR APPROVAL.*APPROVED/s)
  await expect(entry.getByRole('row').filter({ hasText: 'Remarks' })).toContainText('Seen by the office')
  await entry.getByRole('button', { name: 'Close' }).last().click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await coming
  expect(file.url()).toMatch(/^http.*&link=/)
  expect(file.suggestedFilename()).toMatch(/^Audit log \d{4}-\d{2}-\d{2}\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('Seen by the office')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('searchbox').fill('nothing-is-called-so')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('No entries here')).toBeVisible()
})

test('a reset shows counts, asks for the password, and keeps the other data', async ({
  visit,
  allowError,
}) => {
  allowError(/status of (400|401|504)/)
  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: DATABASE, portal: own.url })
  const boxes = page.getByRole('group', { name: 'Tables' }).getByRole('checkbox')
  // One for each group, and one for all.
  await expect(boxes).toHaveCount(RESET_GROUP_NAMES.length + 1)
  for (const box of await boxes.all()) await expect(box).toBeChecked()
  await page.getByRole('checkbox', { name: /^All tables/ }).uncheck()
  const reset = page.getByRole('button', { name: 'Reset Database' })
  await expect(reset).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Gate pass' }).check()
  await reset.click()

  const sheet = page.getByRole('dialog', { name: 'What a reset deletes' })
  await expect(sheet.getByText(/^[\d,]+ gate passes$/)).toBeVisible()
  const go = sheet.getByRole('button', { name: 'Reset Database' })
  await go.click()
  await expect(sheet.getByText('Please input your password!')).toBeVisible()
  await sheet.locator('input[type="password"]').fill('not-the-one-1')
  await go.click()
  await answer(page, 'Do you Want to reset your database?', 'Reset')
  await expect(sheet.getByText('The password is not right.')).toBeVisible()
  await sheet.locator('input[type="password"]').fill(SUPER_ADMIN.password)
  // As a proxy whose time-out is shorter than the reset.
  await page.route('**/api/reset-data*', (route) => route.fulfill({ status: 504 }), { times: 1 })
  await go.click()
  await answer(page, 'Do you Want to reset your database?', 'Reset')
  await expect(question(page, 'No answer came')).toContainText('may have been reset all the same')
  await answer(page, 'No answer came', 'OK')
  await go.click()
  await expect(question(page, 'Do you Want to reset your database?')).toContainText('You cannot undo this.')
  await answer(page, 'Do you Want to reset your database?', 'Reset')
  await expect(sheet.getByText(/A backup is made and read back/)).toBeVisible()
  await expect(new LoginPage(page).submit).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/super-admin$/)
  expect(await page.evaluate(() => localStorage.getItem('SUPER_ADMIN_SESSION_TOKEN'))).toBeNull()

  const office = await callsOf(own.url, ADMIN)
  const total = async (many: string) =>
    (await office.call<{ total: number }>('GET', `/${many}?page=1&limit=1`)).body.total
  expect(await total('tickets')).toBe(0)
  expect(await total('requests')).toBeGreaterThan(0)
})
