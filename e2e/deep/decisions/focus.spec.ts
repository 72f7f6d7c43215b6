import type { Page } from '@playwright/test'
import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog, findToast } from '../../pages/dialogs.ts'

const hasFocus = (page: Page) => () => page.evaluate(() => document.activeElement !== document.body)

test('the focus stays on the page after Clear, Escape and a deleted holiday', async ({ visit, api }) => {
  const gatePass = await (
    await api(createResidentAccount('B-202'))
  ).file('gatePass', { bearerName: 'Kept Focus' })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?search=Kept+Focus' })
  await page.getByRole('checkbox', { name: `Select ${gatePass.ticketNumber}` }).check()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('1 selected')).toBeHidden()
  await expect.poll(hasFocus(page)).toBe(true)

  await page.goto(`/admin/tickets?modal=true&serviceId=${gatePass.id}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(hasFocus(page)).toBe(true)

  await page.goto('/admin/utilities?tab=system-parameters')
  await page.getByRole('button', { name: 'Add holiday' }).click()
  const confirmDialog = findAlertDialog(page, 'When is the office closed?')
  const date = confirmDialog.getByRole('textbox', { name: 'Date' })
  await expect(date).toBeFocused()
  await date.fill('2031-02-03')
  await confirmDialog.getByLabel('Name').fill('Founding day')
  await page.keyboard.press('Control+Enter')
  await expect(findToast(page, 'Holiday added successfully.')).toBeVisible()
  await expect.poll(hasFocus(page)).toBe(true)
  await page.getByRole('button', { name: /^Delete Founding day/ }).click()
  await page.keyboard.press('Control+Enter')
  await expect(findToast(page, 'Holiday deleted successfully.')).toBeVisible()
  await expect.poll(hasFocus(page)).toBe(true)
})

test('the counter names cash before it is posted, and gives the change', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/counter' })
  const tenantPicker = page.getByRole('combobox', { name: 'Tenant' })
  await tenantPicker.fill('C-101')
  await tenantPicker.press('Enter')
  await expect(page.getByText(/^(Left to pay|Credit) /)).toBeVisible()
  await page.getByLabel('Paid Amount').fill('10')
  await page.getByLabel('Tendered').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is ₱5.00 less than the paid amount.')).toBeVisible()
  await page.getByLabel('Tendered').fill('100')
  await expect(page.getByText('Change ₱90.00')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const confirmDialog = findAlertDialog(
    page,
    /^(Post ₱10.00 of .*, receipt AR-\d{4}-…\?|Take more than is owed\?)$/,
  )
  await expect(confirmDialog).toContainText('C-101: ₱10.00, receipt AR-')
  await expect(confirmDialog).toContainText('Change ₱90.00')
  // Cancels the payment, because its cash would otherwise be in the count of cash of another test.
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmDialog).toBeHidden()
  await expect.poll(hasFocus(page)).toBe(true)
})

test('the focus stays on the page after Back and Forward from an open record', async ({ visit, api }) => {
  const gatePass = await (
    await api(createResidentAccount('B-202'))
  ).file('gatePass', { bearerName: 'Back Again' })
  const listPath = '/admin/tickets?search=Back+Again'
  const page = await visit({ on: 'desk', as: ADMIN, to: listPath })
  const recordDialog = page.getByRole('dialog', { name: gatePass.ticketNumber })
  const row = page.getByRole('row').filter({ hasText: gatePass.ticketNumber })
  const expectFocusAfterBack = async (): Promise<void> => {
    await expect(recordDialog).toBeVisible()
    await page.goBack()
    await expect(recordDialog).toBeHidden()
    await expect(row).toBeVisible()
    await expect.poll(hasFocus(page)).toBe(true)
  }
  await page.getByRole('link', { name: gatePass.ticketNumber, exact: true }).click()
  await expectFocusAfterBack()
  await page.goForward()
  await expectFocusAfterBack()

  await page.goto(`/admin/tickets?modal=true&serviceId=${gatePass.id}`)
  await expectFocusAfterBack()
  await page.goForward()
  await expectFocusAfterBack()
})
