import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { createJpeg } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { findAlertDialog, findToast } from '../pages/dialogs.ts'
import { moveTo } from '../pages/move-to.ts'
import { PaymentPages } from '../pages/payments.ts'
import { pressTwice } from '../pages/presses.ts'
import { RecordModal } from '../pages/record-modal.ts'

test.describe.configure({ mode: 'parallel' })

interface PaymentRow {
  referenceNumber: string
}

async function readDownload(download: Download): Promise<string> {
  return (await readFile(await download.path())).toString('latin1')
}

const findHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

test('a deposit goes from the slip on a phone, sent once by two presses, to its receipt, seen live by both sides', async ({
  visit,
  api,
}) => {
  const payerAccount = createResidentAccount('C-301')
  const apiClient = await api(payerAccount)
  const residentPage = await visit({ on: 'phone', as: payerAccount, to: '/billings' })
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/payments?status=2' })
  await expect(findHeading(adminPage, 'Payments')).toBeVisible()

  const payPages = new PaymentPages(residentPage)
  await payPages.chooseMethod('Direct Deposit')
  await expect(residentPage.getByRole('textbox', { name: 'Invoice Number' })).toHaveValue(/^\(C-301\)\d{8}$/)
  await expect(residentPage.getByRole('textbox', { name: 'SOA Amount' })).toHaveValue(/^₱/)
  await expect(residentPage.getByRole('region', { name: 'Deposit to' })).toContainText('0045-6712-3300')
  await payPages.fillAmount('1234.5')
  await expect(payPages.submit).toBeDisabled()
  await payPages.attachDepositSlip(await createJpeg('slip.jpg', 40))
  await payPages.submit.click()
  await expect(residentPage.getByText('Please input your Transaction Date!')).toBeVisible()
  await payPages.fillCurrentDate()
  const paymentCountBefore = (await apiClient.call<{ total: number }>('GET', '/payments')).body.total
  await pressTwice(payPages.submit)
  await expect(findToast(residentPage, 'DEPOSIT SLIP UPLOADED')).toBeVisible()
  await expect(residentPage).toHaveURL(/\/$/)

  const { body } = await apiClient.call<{ data: PaymentRow[]; total: number }>('GET', '/payments')
  expect(body.total).toBe(paymentCountBefore + 1)
  const { referenceNumber = '' } = body.data[0] ?? {}
  const row = adminPage.getByRole('row').filter({ hasText: referenceNumber })
  await expect(row).toContainText('₱1,234.50')
  await expect(row.getByRole('button', { name: `Delete ${referenceNumber}` })).toBeVisible()
  await row.getByRole('button', { name: `View ${referenceNumber}` }).click()
  const recordModal = new RecordModal(adminPage, referenceNumber)
  await expect(recordModal.dialog.getByRole('button', { name: 'Open slip.jpg' })).toBeVisible()
  await expect(recordModal.dialog.getByText('Date Of Cheque')).toHaveCount(0)

  await moveTo(residentPage, '/billings')
  await expect(payPages.newest).toContainText('FOR VERIFICATION')
  await recordModal.setStatus('VERIFIED')
  await recordModal.fillRemarks('Seen on the bank statement.')
  await recordModal.submit()
  await expect(findToast(adminPage, 'Payment edited successfully.')).toBeVisible()
  await expect(payPages.newest).toContainText('VERIFIED')
  await expect(payPages.newest).toContainText('Seen on the bank statement.')

  await adminPage.getByRole('tab', { name: /^Verified/ }).click()
  await expect(row.getByRole('button', { name: `View ${referenceNumber}` })).toBeVisible()
  await expect(row.getByRole('button', { name: `Delete ${referenceNumber}` })).toHaveCount(0)
  await row.getByRole('button', { name: `View ${referenceNumber}` }).click()
  await recordModal.setStatus('POSTED')
  await expect(recordModal.dialog.getByText(/A posted payment is final/)).toBeVisible()
  await recordModal.submit()
  const confirmDialog = findAlertDialog(adminPage, 'Post this payment?')
  for (const expectedText of [referenceNumber, '₱1,234.50', 'Left To Pay', 'Difference'])
    await expect(confirmDialog).toContainText(expectedText)
  await expect(confirmDialog.getByRole('img', { name: 'Deposit slip' })).toBeVisible()
  await confirmDialog.getByRole('button', { name: 'Post' }).click()
  await expect(findToast(adminPage, 'Payment edited successfully.')).toBeVisible()
  await expect(payPages.newest).toContainText('POSTED')

  await payPages.newest.getByRole('button', { name: `Actions for ${referenceNumber}` }).click()
  const residentDownload = residentPage.waitForEvent('download')
  await residentPage.getByRole('menuitem', { name: 'Download receipt' }).click()
  expect((await residentDownload).suggestedFilename()).toMatch(/^AR-\d{4}-\d{6}\.pdf$/)
  expect(await readDownload(await residentDownload)).toMatch(/^%PDF/)
  await adminPage.getByRole('tab', { name: /^Posted/ }).click()
  await row.getByRole('button', { name: `View ${referenceNumber}` }).click()
  await expect(recordModal.dialog.getByRole('button', { name: 'Submit', exact: true })).toHaveCount(0)
  const officeDownload = adminPage.waitForEvent('download')
  await recordModal.dialog.getByRole('button', { name: /^Receipt AR-/ }).click()
  expect(await readDownload(await officeDownload)).toMatch(/^%PDF/)
  await recordModal.dialog.getByRole('button', { name: 'Close' }).first().click()

  // Downloads the list on the screen. The accounting system gets another file, Payfile.csv, which contains
  // this payment too.
  const downloadPromise = adminPage.waitForEvent('download')
  await adminPage.getByRole('button', { name: 'Download list' }).click()
  expect((await downloadPromise).suggestedFilename()).toBe('Payments.csv')
  expect(await readDownload(await downloadPromise)).toContain(`\n${referenceNumber},C-301,`)
  await adminPage.getByRole('button', { name: 'Download CSV' }).click()
  const sheet = adminPage.getByRole('dialog', { name: 'Payfile.csv' })
  const batchDownload = adminPage.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Export next batch' }).click()
  expect((await batchDownload).suggestedFilename()).toBe('Payfile.csv')
  const csv = await readDownload(await batchDownload)
  expect(csv).toContain('trnno,trndate,urefno,clientname,payamt,trantype')
  const lines = csv.split(/\r?\n/).filter((line) => line.includes(referenceNumber))
  expect(lines).toEqual([expect.stringMatching(/,\d{2}\/\d{2}\/\d{4},C-301,.*,1234\.50,DD$/)])
  await expect(sheet.getByRole('heading', { name: /^Batch \d+$/ }).first()).toBeVisible()
})

test('Dragonpay opens in a new tab, and both tabs show the payment’s state', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('C-302'), to: '/billings' })
  const payPages = new PaymentPages(page)
  await payPages.chooseMethod('Dragon Pay')
  await expect(page.getByText('SANDBOX: no real money')).toBeVisible()
  await payPages.fillAmount('500')
  await payPages.fillEmail('tenant@mail.test')
  const gatewayTab = await payPages.continueInNewTab()

  const sheet = page.getByRole('dialog', { name: 'Payment' })
  await expect(sheet).toContainText('FOR VERIFICATION')
  await gatewayTab.getByRole('button', { name: 'Paid' }).click()
  await expect(findHeading(gatewayTab, /^Paid$/)).toBeVisible()
  await expect(gatewayTab.getByText('₱500.00')).toBeVisible()
  await expect(sheet.locator('.marks')).toContainText('Paid')
})

test('AQWire opens in the same tab, and a cancelled payment does not count', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('C-304'), to: '/billings' })
  const payPages = new PaymentPages(page)
  await payPages.chooseMethod('AQWire')
  await expect(page.getByRole('textbox', { name: 'Currency' })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Payment Type' })).toHaveValue('OTHERS')
  await payPages.fillAmount('100')
  await payPages.fillEmail('abroad@mail.test')
  await payPages.continueToGateway()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/billings\/payments\/aqwire\/cancel/)
  await expect(findHeading(page, /^Cancelled$/)).toBeVisible()
  await expect(page.getByText('Nothing was paid. You can try again.')).toBeVisible()
  await expect(page.getByText('REJECTED')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/billings/payments/aqwire',
  )
  await moveTo(page, '/billings')
  await expect(payPages.newest).toContainText('REJECTED')
  await expect(payPages.newest).toContainText('Cancelled')
})
