import type { Page } from '@playwright/test'
import { type Account, ADMIN, HOME_PATHS, SUPER_ADMIN } from '../../fixtures/accounts.ts'
import { type Portal, startPortal } from '../../fixtures/portal.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findPasswordDialog, findToast } from '../../pages/dialogs.ts'
import { LoginPage } from '../../pages/login-page.ts'
import { chooseRadio } from '../../pages/presses.ts'

/**
 * Money actions, such as posting a payment, need a session that was confirmed by the password. When the
 * portal asks for the password, the typed input must not be lost (rules 1.18).
 */

// A separate portal, because cash from these tests would be in the count of cash of another test.
let ownPortal: Portal
test.beforeAll(async () => {
  ownPortal = await startPortal()
})
test.afterAll(() => ownPortal.stop())

async function logIn(page: Page, account: Account, to: string): Promise<void> {
  await new LoginPage(page).logIn(account)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await page.goto(to)
}
const cancelPasswordDialog = async (page: Page): Promise<void> => {
  await expect(findPasswordDialog(page).getByLabel('Your password')).toBeFocused()
  await findPasswordDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(findPasswordDialog(page)).toBeHidden()
}
const confirmWithPassword = async (page: Page, password: string): Promise<void> => {
  await findPasswordDialog(page).getByLabel('Your password').fill(password)
  await findPasswordDialog(page).getByRole('button', { name: 'Confirm' }).click()
}

test('the counter asks for the password above ₱50,000, and keeps what was typed', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 40[03].*\/(counter-payment|confirmation)/)
  const page = await visit({ on: 'desk', to: HOME_PATHS.admin, portal: ownPortal.url })
  await logIn(page, ADMIN, '/admin/counter')
  await page.getByRole('combobox', { name: 'Tenant' }).fill('C-404')
  await page.getByRole('option').filter({ hasText: 'C-404' }).click()
  await expect(page.getByText(/^(Left to pay|Credit) /)).toBeVisible()
  const amount = page.getByLabel('Paid Amount')
  await amount.fill('50000.01')
  const postCounterPayment = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Post and give receipt' }).click()
    await answerAlertDialog(page, 'Take more than is owed?', 'Post and give receipt')
  }
  await postCounterPayment()
  await cancelPasswordDialog(page)
  await expect(amount).toHaveValue('50000.01')
  await expect(page.getByText(/^(Left to pay|Credit) /)).toBeVisible()

  await postCounterPayment()
  await confirmWithPassword(page, 'not-my-password')
  await expect(findPasswordDialog(page).getByText('The password is not right.')).toBeVisible()
  const receiptDownload = page.waitForEvent('download')
  await confirmWithPassword(page, ADMIN.password)
  await expect(findToast(page, 'Payment added successfully.')).toBeVisible()
  expect((await receiptDownload).suggestedFilename()).toMatch(/^AR-/)
})

test('a charge asks for it over its form, whose input is kept', async ({ visit, allowError }) => {
  allowError(/status of 403.*\/ledger-entry/)
  const page = await visit({ on: 'desk', to: HOME_PATHS.admin, portal: ownPortal.url })
  await logIn(page, ADMIN, '/admin/settings?search=C-404')
  await page
    .getByRole('row')
    .filter({ hasText: 'C-404' })
    .getByRole('button', { name: /^Ledger/ })
    .click()
  await page.getByRole('button', { name: 'Add charge or credit' }).click()
  const form = page.getByRole('dialog', { name: 'Add charge or credit' })
  await chooseRadio(form.getByRole('radio', { name: 'Charge' }))
  const formValues = { Label: 'Penalty', Amount: '75.50', Remarks: 'Late in May' }
  for (const [label, value] of Object.entries(formValues)) await form.getByLabel(label).fill(value)
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await cancelPasswordDialog(page)
  for (const [label, value] of Object.entries(formValues))
    await expect(form.getByLabel(label)).toHaveValue(value)
  await expect(form.getByRole('radio', { name: 'Charge' })).toBeChecked()
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await confirmWithPassword(page, ADMIN.password)
  await expect(findToast(page, 'Entry added successfully.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Penalty' })).toContainText('₱75.50')
})

test('setting the counter’s amount needs the password, setting the portal’s name does not', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 403.*\/website-settings/)
  const page = await visit({ on: 'desk', to: HOME_PATHS['super-admin'], portal: ownPortal.url })
  await logIn(page, SUPER_ADMIN, HOME_PATHS['super-admin'])
  const limit = page.getByLabel('Counter payments ask for the password above')
  const submitButton = page.getByRole('button', { name: 'Submit', exact: true })
  await expect(limit).toHaveValue('50000')
  await page.getByRole('textbox', { name: 'Website name' }).fill('Bahay Amihan')
  await submitButton.click()
  await expect(findToast(page, 'Website settings successfully updated.')).toBeVisible()
  await expect(findPasswordDialog(page)).toBeHidden()
  await limit.fill('fifty thousand')
  await submitButton.click()
  await expect(page.getByText('Please input an amount in pesos, two decimals at most.')).toBeVisible()
  await limit.fill('60,000')
  await submitButton.click()
  await cancelPasswordDialog(page)
  await expect(limit).toHaveValue('60,000')
  await submitButton.click()
  await confirmWithPassword(page, SUPER_ADMIN.password)
  await expect(findPasswordDialog(page)).toBeHidden()
  await expect(submitButton).not.toHaveAttribute('aria-busy', 'true')
  await page.reload()
  await expect(limit).toHaveValue('60,000')
})

test('exporting the audit log needs the password', async ({ visit, allowError }) => {
  allowError(/status of 403.*\/audit-log/)
  const page = await visit({ on: 'desk', to: HOME_PATHS['super-admin'], portal: ownPortal.url })
  await logIn(page, SUPER_ADMIN, '/super-admin/audit-log')
  await page.getByRole('button', { name: 'Export' }).click()
  await cancelPasswordDialog(page)
  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await confirmWithPassword(page, SUPER_ADMIN.password)
  expect((await downloadPromise).suggestedFilename()).toMatch(/^Audit log /)
})
