import { readFile } from 'node:fs/promises'
import { RESET_GROUP_NAMES } from '@tahanan/contract/reset.ts'
import { ADMIN, RESIDENT, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { createApiClient } from '../fixtures/api-client.ts'
import { createJpeg } from '../fixtures/files.ts'
import { type Portal, startPortal } from '../fixtures/portal.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { moveTo } from '../pages/move-to.ts'
import { TicketList } from '../pages/ticket-list.ts'

// A separate portal, because these tests change settings and data of all accounts. The reset must be the last
// test.
let ownPortal: Portal

test.beforeAll(async () => {
  ownPortal = await startPortal()
})
test.afterAll(() => ownPortal.stop())

test('a new name and logo appear in open pages, maintenance logs all out until it ends, and terms are read at the login', async ({
  visit,
  allowError,
}) => {
  allowError(/status of (503|401)/)
  const portal = ownPortal.url
  const residentPage = await visit({ on: 'phone', as: RESIDENT, to: '/tickets', portal })
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets', portal })
  const page = await visit({ on: 'desk', as: SUPER_ADMIN, portal })
  await new TicketList(residentPage).waitForRows()
  await expect(adminPage.getByText('Live', { exact: true })).toBeVisible()
  const submitButton = page.getByRole('button', { name: 'Submit', exact: true })
  const savedToast = findToast(page, 'Website settings successfully updated.')
  const name = page.getByRole('textbox', { name: 'Website name' })
  await name.fill('')
  await submitButton.click()
  await expect(page.getByText('Please input your website name!')).toBeVisible()
  await name.fill('Bahay Amihan')
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await createJpeg('amihan.jpg'))
  await expect(page.getByText('amihan.jpg')).toBeVisible()
  await expect(page.locator('.picker img[src^="blob:"]')).toBeVisible()
  await submitButton.click()
  await expect(savedToast).toBeVisible()
  await expect(adminPage.getByText('Bahay Amihan')).toBeVisible()
  await expect(adminPage.locator('.brand img[src*="/files/logo/"]')).toBeVisible()
  await expect(adminPage).toHaveTitle(/Bahay Amihan/)

  const maintenance = page.getByRole('switch', { name: 'Maintenance' })
  const message = page.getByRole('textbox', { name: 'Maintenance message' })
  await maintenance.check()
  await message.fill('')
  await submitButton.click()
  await expect(page.getByText('Please input your maintenance message!')).toBeVisible()
  await message.fill('We are moving to a larger server until noon.')
  await submitButton.click()
  await answerAlertDialog(page, 'Start the maintenance now?', 'Start')
  for (const openPage of [residentPage, adminPage]) {
    await expect(openPage.getByRole('heading', { name: "We'll be back soon!" })).toBeVisible()
    await expect(openPage.getByText('We are moving to a larger server until noon.')).toBeVisible()
  }
  const storage = await adminPage.evaluate(() => ({ ...localStorage }))
  expect(storage.ADMIN_SESSION_TOKEN).toBeUndefined()

  await maintenance.uncheck()
  const settingsResponse = page.waitForResponse(
    (response) => response.url().endsWith('/api/website-settings') && response.request().method() === 'POST',
  )
  await submitButton.click()
  await settingsResponse

  await moveTo(page, '/super-admin/terms-and-conditions')
  await page.getByRole('textbox', { name: 'Terms And Conditions' }).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Quiet hours begin at ten. ')
  await submitButton.click()
  await expect(findToast(page, 'You have successfully updated the Terms and Conditions.')).toBeVisible()
  await residentPage.reload()
  await expect(new LoginPage(residentPage).submit).toBeVisible()
  await residentPage.getByRole('button', { name: 'Terms and Conditions' }).click()
  await expect(residentPage.locator('#terms-text')).toContainText('Quiet hours begin at ten.')
})

test('the audit log shows who changed what, a backup is downloaded, and a reset deletes what was chosen', async ({
  visit,
  allowError,
}) => {
  allowError(/status of (400|401|504)/)
  const adminClient = await createApiClient(ownPortal.url, ADMIN)
  const { id } = await (
    await createApiClient(ownPortal.url, RESIDENT)
  ).file('gatePass', { bearerName: 'Audited' })
  await adminClient.change('gatePass', id, { status: 2, remarks: 'Seen by the office' })
  const page = await visit({
    on: 'desk',
    as: SUPER_ADMIN,
    to: '/super-admin/audit-log',
    portal: ownPortal.url,
  })
  await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Service ticket' })
  await expect(page).toHaveURL(/subject=tickets/)
  const changedRow = page.locator('tbody tr').first()
  await expect(changedRow).toContainText('Changed')
  await changedRow.locator('button.record-number').click()
  const entryDialog = page.getByRole('dialog')
  await expect(entryDialog.getByRole('row').filter({ hasText: 'Status' })).toContainText(
    /FOR APPROVAL.*APPROVED/s,
  )
  await expect(entryDialog.getByRole('row').filter({ hasText: 'Remarks' })).toContainText('set')
  await entryDialog.getByRole('button', { name: 'Close' }).last().click()
  const logDownloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const log = await logDownloadPromise
  expect(log.url()).toMatch(/^http.*&link=/)
  expect(log.suggestedFilename()).toMatch(/^Audit log \d{4}-\d{2}-\d{2}\.csv$/)
  expect(await readFile(await log.path(), 'utf8')).toContain('FOR APPROVAL,APPROVED')

  await moveTo(page, '/super-admin/utilities?tab=database')
  await page.getByRole('button', { name: 'Back up now' }).click()
  const row = page.getByRole('row').filter({ hasText: 'By hand' })
  await expect(row).toContainText('Good', { timeout: 120_000 })
  const downloadPromise = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download/ }).click()
  const file = await downloadPromise
  // The file comes directly from the server. A blob URL would keep the whole backup in the page's memory.
  expect(file.url()).toMatch(/^http.*\/download\?link=/)
  expect((await readFile(await file.path())).length).toBeGreaterThan(10_000)

  const tableCheckboxes = page.getByRole('group', { name: 'Tables' }).getByRole('checkbox')
  await expect(tableCheckboxes).toHaveCount(RESET_GROUP_NAMES.length + 1)
  for (const checkbox of await tableCheckboxes.all()) await expect(checkbox).toBeChecked()
  await page.getByRole('checkbox', { name: /^All tables/ }).uncheck()
  const resetButton = page.getByRole('button', { name: 'Reset Database' })
  await expect(resetButton).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Gate pass' }).check()
  await resetButton.click()
  const resetSheet = page.getByRole('dialog', { name: 'What a reset deletes' })
  await expect(resetSheet.getByText(/^[\d,]+ gate passes$/)).toBeVisible()
  const confirmButton = resetSheet.getByRole('button', { name: 'Reset Database' })
  await confirmButton.click()
  await expect(resetSheet.getByText('Please input your password!')).toBeVisible()
  await resetSheet.locator('input[type="password"]').fill('not-the-one-1')
  let resetCalls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/reset-data?')) resetCalls++
  })
  await confirmButton.click()
  await answerAlertDialog(page, 'Do you Want to reset your database?', 'Cancel')
  await confirmButton.click()
  await answerAlertDialog(page, 'Do you Want to reset your database?', 'Reset')
  await expect(resetSheet.getByText('The password is not right.')).toBeVisible()
  expect(resetCalls).toBe(1)
  await resetSheet.locator('input[type="password"]').fill(SUPER_ADMIN.password)
  // Simulates a proxy that times out before the reset has ended.
  await page.route('**/api/reset-data*', (route) => route.fulfill({ status: 504 }), { times: 1 })
  await confirmButton.click()
  await answerAlertDialog(page, 'Do you Want to reset your database?', 'Reset')
  await expect(findAlertDialog(page, 'No answer came')).toContainText('may have been reset all the same')
  await answerAlertDialog(page, 'No answer came', 'OK')
  await confirmButton.click()
  await expect(findAlertDialog(page, 'Do you Want to reset your database?')).toContainText(
    'You cannot undo this.',
  )
  await answerAlertDialog(page, 'Do you Want to reset your database?', 'Reset')
  await expect(new LoginPage(page).submit).toBeVisible({ timeout: 120_000 })
  await expect(page).toHaveURL(/\/super-admin$/)
  expect(await page.evaluate(() => localStorage.getItem('SUPER_ADMIN_SESSION_TOKEN'))).toBeNull()

  const countRows = async (listPath: string) =>
    (await adminClient.call<{ total: number }>('GET', `/${listPath}?page=1&limit=1`)).body.total
  expect(await countRows('tickets')).toBe(0)
  expect(await countRows('requests')).toBeGreaterThan(0)
})
