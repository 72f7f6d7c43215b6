import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ADMIN, DEBTOR, RESIDENT, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { createJpeg } from '../fixtures/files.ts'
import { type Portal, startPortal } from '../fixtures/portal.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { moveTo } from '../pages/move-to.ts'

// A separate portal, because the tests change settings and data of all accounts. The reset must be the last
// test.
let ownPortal: Portal

test.beforeAll(async () => {
  ownPortal = await startPortal()
})
test.afterAll(() => ownPortal.stop())

test('the preview of the app follows the input, and saved settings are loaded again', async ({ visit }) => {
  const page = await visit({
    on: 'desk',
    as: SUPER_ADMIN,
    to: '/super-admin/utilities?tab=mobile-settings',
    portal: ownPortal.url,
  })
  const headerColorField = page.getByRole('textbox', { name: 'Header Background Color', exact: true })
  const appPreview = page.getByRole('img', { name: /^Preview of the app/ })
  await page.getByRole('textbox', { name: 'App Title' }).fill('Amihan')
  await expect(appPreview).toContainText('Amihan')
  await headerColorField.fill('#aa46')
  await expect(appPreview.locator('.sill')).toHaveCSS('background-color', 'rgb(23, 89, 74)')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('This is not a colour, such as #17594a.')).toBeVisible()
  await headerColorField.fill('#aa4620')
  await expect(appPreview.locator('.sill')).toHaveCSS('background-color', 'rgb(170, 70, 32)')
  await page.getByLabel('Primary Button Label Color', { exact: true }).fill('#2a6a5a')
  await expect(page.getByText(/Hard to read on the button/)).toBeVisible()
  await page.getByLabel('Primary Button Label Color', { exact: true }).fill('#ffffff')
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await createJpeg('header.jpg'))
  await page.getByText('Home', { exact: true }).first().click()
  await expect(appPreview.locator('.appheader img')).toBeVisible()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(page, 'Mobile Settings Successfuly Updated.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'App Title' })).toHaveValue('Amihan')
  await expect(headerColorField).toHaveValue('#aa4620')
  await expect(page.locator('.picker img[src*="/files/logo/"]')).toBeVisible()
})

const findWebsiteNameField = (page: Page) => page.getByRole('textbox', { name: 'Website name' })
const findTermsField = (page: Page) => page.getByRole('textbox', { name: 'Terms And Conditions' })
const findMinimumAmountField = (page: Page, service: string) =>
  page.getByRole('textbox', { name: `Minimum amount of ${service}` })
const submitAndExpectToast = async (page: Page, toastText: string): Promise<void> => {
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(page, toastText)).toBeVisible()
}
const updateServices = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Update Services' }).click()
  await answerAlertDialog(page, 'Success', 'OK')
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0)
}

test.describe('two administrators with the same settings open do not undo each other’s changes', () => {
  test('in the website settings', async ({ visit }) => {
    const firstPage = await visit({ on: 'desk', as: SUPER_ADMIN, portal: ownPortal.url })
    const secondPage = await visit({ on: 'desk', as: SUPER_ADMIN, portal: ownPortal.url })
    await expect(findWebsiteNameField(secondPage)).not.toHaveValue('')
    await findWebsiteNameField(firstPage).fill('Bahay Habagat')
    await submitAndExpectToast(firstPage, 'Website settings successfully updated.')
    await secondPage
      .locator('input[type="file"]')
      .first()
      .setInputFiles(await createJpeg('habagat.jpg'))
    await submitAndExpectToast(secondPage, 'Website settings successfully updated.')
    await expect(findWebsiteNameField(secondPage)).toHaveValue('Bahay Habagat')
    await firstPage.reload()
    await expect(findWebsiteNameField(firstPage)).toHaveValue('Bahay Habagat')
  })

  test('in the services', async ({ visit }) => {
    const visitOptions = { on: 'desk', as: ADMIN, portal: ownPortal.url } as const
    const pagePath = '/admin/utilities?tab=system-parameters'
    const [first, second] = [
      await visit({ ...visitOptions, to: pagePath }),
      await visit({ ...visitOptions, to: pagePath }),
    ]
    await expect(findMinimumAmountField(second, 'Leasing Assistance')).toBeVisible()
    await findMinimumAmountField(first, 'Leasing Assistance').fill('75,000.5')
    await updateServices(first)
    await expect(findMinimumAmountField(first, 'Leasing Assistance')).toHaveValue('75000.5')
    await findMinimumAmountField(second, 'Commendations').fill('85000')
    await updateServices(second)
    await first.reload()
    await expect(findMinimumAmountField(first, 'Leasing Assistance')).toHaveValue('75000.5')
    await expect(findMinimumAmountField(first, 'Commendations')).toHaveValue('85000')
  })

  test('in the terms, where the second chooses a version', async ({ visit, allowError }) => {
    allowError(/status of 409/)
    const visitOptions = { on: 'desk', as: SUPER_ADMIN, portal: ownPortal.url } as const
    const pagePath = '/super-admin/terms-and-conditions'
    const [first, second] = [
      await visit({ ...visitOptions, to: pagePath }),
      await visit({ ...visitOptions, to: pagePath }),
    ]
    for (const page of [first, second]) {
      await findTermsField(page).click()
      await page.keyboard.press('Control+End')
    }
    await first.keyboard.type(' First was here.')
    await second.keyboard.type(' Second was here.')
    await submitAndExpectToast(first, 'You have successfully updated the Terms and Conditions.')
    await submitAndExpectToast(second, 'Failed to update the Terms and Conditions.')
    await second.getByRole('button', { name: 'Keep mine: Terms And Conditions' }).click()
    await submitAndExpectToast(second, 'You have successfully updated the Terms and Conditions.')
    await first.reload()
    await expect(findTermsField(first)).toContainText('Second was here.')
    await expect(findTermsField(first)).not.toContainText('First was here.')
  })
})

test('the super-administrator checks the portal, sends a test mail, and copies what was found', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: '/super-admin/utilities?tab=diagnostics' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const findCheckRow = (checkName: string) => page.getByRole('row', { name: new RegExp(`^${checkName}`) })
  await expect(findCheckRow('Database')).toContainText(/Good.*PostgreSQL \d/)
  await expect(findCheckRow('This browser')).toContainText('Good')
  await expect(findCheckRow('Several processes')).toContainText('Off')

  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText(/The test mail lies in .*outbox/)).toBeVisible()

  await page.getByRole('button', { name: 'Copy as text' }).click()
  await expect(page.getByText('Copied, without passwords.')).toBeVisible()
  const clipboardText = await page.evaluate(() => navigator.clipboard.readText())
  expect(clipboardText).toMatch(/^Tahanan \d+\.\d+\.\d+ \([^]*\nDatabase: Good\. [^]*\nThis browser: Good\. /)
})

test('a tab that an address opens is in view on a phone', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: SUPER_ADMIN, to: '/super-admin/utilities?tab=diagnostics' })
  await expect(page.getByRole('tab', { name: 'Diagnostics' })).toBeInViewport({ ratio: 0.9 })
})

test('a new version of the privacy notice is read at the login and on the home page, and its readers are listed', async ({
  visit,
}) => {
  const portal = ownPortal.url
  const residentPage = await visit({ on: 'phone', as: RESIDENT, portal })
  const note = residentPage.getByRole('complementary', { name: 'Privacy notice' })
  await expect(residentPage.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await expect(note).toBeHidden()

  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: '/super-admin/privacy-notice', portal })
  await page.getByRole('textbox', { name: 'Privacy Notice' }).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Cameras record the lobby. ')
  const publishButton = page.getByRole('button', { name: 'Publish', exact: true })
  await publishButton.click()
  await expect(page.getByText('Please input what changed!')).toBeVisible()
  const changesField = page.getByRole('textbox', { name: 'What changed' })
  await changesField.fill('Cameras in the lobby')
  await publishButton.click()
  await expect(findAlertDialog(page, 'Do you want to publish version 2?')).toContainText('stays as it is')
  await answerAlertDialog(page, 'Do you want to publish version 2?', 'Publish')
  await expect(findToast(page, 'You have successfully published the Privacy Notice.')).toBeVisible()
  await expect(changesField).toHaveValue('')

  await residentPage.reload()
  await expect(note).toContainText(/^The privacy notice changed on \d+ \w+ \d{4}: Cameras in the lobby\./)
  await note.getByRole('button', { name: 'Read it' }).click()
  const sheet = residentPage.getByRole('dialog', { name: 'Privacy Notice' })
  await expect(sheet).toContainText('Cameras record the lobby.')
  await expect(sheet).toContainText('Version 2')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(note).toBeHidden()
  await residentPage.reload()
  await expect(residentPage.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await expect(note).toBeHidden()

  const phonePage = await visit({ on: 'phone', portal })
  const loginPage = new LoginPage(phonePage)
  await phonePage.getByRole('button', { name: 'Privacy notice' }).click()
  const noticeDialog = phonePage.getByRole('dialog', { name: 'Privacy Notice' })
  await expect(noticeDialog).toContainText('Cameras record the lobby.')
  await noticeDialog.getByRole('button', { name: 'Close' }).click()
  await loginPage.terms.check()
  await loginPage.logIn(DEBTOR)
  await expect(phonePage.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await expect(phonePage.getByRole('complementary', { name: 'Privacy notice' })).toBeHidden()

  await moveTo(page, '/super-admin/privacy-notice-versions')
  const versionRow = page.getByRole('row').filter({ hasText: 'Cameras in the lobby' })
  await expect(versionRow).toContainText('2 accounts')
  await versionRow.getByRole('button', { name: /^Who saw it/ }).click()
  await expect(page.getByRole('combobox', { name: 'Version' })).toHaveValue('2')
  await expect(page.locator('tbody tr')).toHaveText([/B-202.*Resident/, /A-101.*Resident/])
  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await downloadPromise).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toEqual([
    expect.stringContaining('version,area,name,code,seenAt'),
    expect.stringMatching(/^2,Resident,.*,B-202,/),
    expect.stringMatching(/^2,Resident,.*,A-101,/),
  ])
})
