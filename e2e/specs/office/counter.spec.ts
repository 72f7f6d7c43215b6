import { ADMIN, createResidentAccount, SUPER_ADMIN, type Account } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { addAdministrator } from '../../pages/access-page.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'

const CASHIER: Account = { area: 'admin', login: 'cashier@demo.test', password: 'a-good-password-1' }

test('cash is posted with its receipt, and another person closes the day', async ({
  visit,
  api,
  allowError,
}) => {
  const grants = { payments: ['counter'], tenants: ['view'] } as const
  await addAdministrator(await api(SUPER_ADMIN), CASHIER, grants, 'Carlo Cruz')
  const payerClient = await api(createResidentAccount('C-404'))
  const fetchLeftToPay = async () =>
    (await payerClient.call<{ leftToPay: number }>('GET', '/me')).body.leftToPay
  const counterPage = await visit({ on: 'desk', as: CASHIER, to: '/admin/counter' })
  const tenantPicker = counterPage.getByRole('combobox', { name: 'Tenant' })
  await tenantPicker.fill('C-404')
  await tenantPicker.press('Enter')
  await expect(tenantPicker).toHaveValue(/\(C-404\)$/)
  await expect(counterPage.getByText(/^(Left to pay|Credit) /)).toBeVisible()
  await counterPage.getByLabel('Paid Amount').fill('250.50')
  await counterPage.getByLabel('Tendered').fill('300')
  const post = counterPage.getByRole('button', { name: 'Post and give receipt' })
  await post.click()
  // Asks because the resident owes nothing, so the whole payment is more than is owed.
  const confirmDialog = findAlertDialog(counterPage, 'Take more than is owed?')
  await expect(confirmDialog).toContainText('leaves a credit of ₱250.50.')
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmDialog).toBeHidden()
  expect(await fetchLeftToPay()).toBe(0)
  const receiptDownload = counterPage.waitForEvent('download')
  await post.click()
  await confirmDialog.getByRole('button', { name: 'Post and give receipt' }).click()
  expect((await receiptDownload).suggestedFilename()).toMatch(/^AR-\d{4}-\d+\.pdf$/)
  await expect(counterPage.locator('.callout.success')).toContainText('by Cash, posted. Change ₱49.50.')
  await expect(tenantPicker).toBeFocused()
  await expect(tenantPicker).toHaveValue('')
  await expect(counterPage.getByRole('complementary', { name: 'Drawer' })).toContainText('C-404')
  expect(await fetchLeftToPay()).toBe(-250.5)

  // The API answers 409 to a second payment with the same amount, until the office confirms that it is
  // another one.
  allowError(/409/)
  await tenantPicker.fill('C-404')
  await counterPage.getByRole('option').filter({ hasText: 'C-404' }).click()
  await expect(counterPage.getByText(/^(Left to pay|Credit) /)).toBeVisible()
  await counterPage.getByLabel('Paid Amount').fill('250.50')
  await post.click()
  await answerAlertDialog(counterPage, 'Take more than is owed?', 'Post and give receipt')
  const duplicateDialog = counterPage.getByRole('alertdialog', { name: 'Is this another payment?' })
  await expect(duplicateDialog).toContainText(/already: ₱250.50 by Cash, .* posted\./)
  await answerAlertDialog(counterPage, 'Is this another payment?', 'Cancel')
  const secondReceiptDownload = counterPage.waitForEvent('download')
  const takenPaymentsTable = counterPage.getByRole('table', { name: 'Taken by you' })
  await takenPaymentsTable.getByRole('button', { name: /^Receipt AR-/ }).click()
  expect((await secondReceiptDownload).suggestedFilename()).toMatch(/^AR-/)

  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/counter' })
  await adminPage.getByRole('button', { name: 'Count and close' }).click()
  const sheet = adminPage.getByRole('dialog', { name: 'Close of the day' })
  await expect(sheet).toContainText('₱250.50, taken by Carlo Cruz')
  await sheet.getByLabel('Counted').fill('250')
  await sheet.getByLabel('Remarks').fill('A coin is missing')
  await sheet.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(adminPage, 'Close added successfully.')).toBeVisible()
  await expect(adminPage.getByRole('row').filter({ hasText: 'A coin is missing' })).toContainText('-₱0.50')
})
