import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { createJpeg } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { findAlertDialog, findToast } from '../pages/dialogs.ts'
import { moveTo } from '../pages/move-to.ts'
import { PayPages } from '../pages/payments.ts'
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
  const payer = createResidentAccount('C-301')
  const calls = await api(payer)
  const phone = await visit({ on: 'phone', as: payer, to: '/billings' })
  const desk = await visit({ on: 'desk', as: ADMIN, to: '/admin/payments?status=2' })
  await expect(findHeading(desk, 'Payments')).toBeVisible()

  const pay = new PayPages(phone)
  await pay.chooseMethod('Direct Deposit')
  await expect(phone.getByRole('textbox', { name: 'Invoice Number' })).toHaveValue(/^\(C-301\)\d{8}$/)
  await expect(phone.getByRole('textbox', { name: 'SOA Amount' })).toHaveValue(/^₱/)
  await expect(phone.getByRole('region', { name: 'Deposit to' })).toContainText('0045-6712-3300')
  await pay.fillAmount('1234.5')
  await expect(pay.submit).toBeDisabled()
  await pay.attachDepositSlip(await createJpeg('slip.jpg', 40))
  await pay.submit.click()
  await expect(phone.getByText('Please input your Transaction Date!')).toBeVisible()
  await pay.fillCurrentDate()
  const before = (await calls.call<{ total: number }>('GET', '/payments')).body.total
  await pressTwice(pay.submit)
  await expect(findToast(phone, 'DEPOSIT SLIP UPLOADED')).toBeVisible()
  await expect(phone).toHaveURL(/\/$/)

  const { body } = await calls.call<{ data: PaymentRow[]; total: number }>('GET', '/payments')
  expect(body.total).toBe(before + 1)
  const { referenceNumber = '' } = body.data[0] ?? {}
  const row = desk.getByRole('row').filter({ hasText: referenceNumber })
  await expect(row).toContainText('₱1,234.50')
  await expect(row.getByRole('button', { name: `Delete ${referenceNumber}` })).toBeVisible()
  await row.getByRole('button', { name: `View ${referenceNumber}` }).click()
  const modal = new RecordModal(desk, referenceNumber)
  await expect(modal.dialog.getByRole('button', { name: 'Open slip.jpg' })).toBeVisible()
  await expect(modal.dialog.getByText('Date Of Cheque')).toHaveCount(0)

  await moveTo(phone, '/billings')
  await expect(pay.newest).toContainText('FOR VERIFICATION')
  await modal.setStatus('VERIFIED')
  await modal.fillRemarks('Seen on the bank statement.')
  await modal.submit()
  await expect(findToast(desk, 'Payment edited successfully.')).toBeVisible()
  await expect(pay.newest).toContainText('VERIFIED')
  await expect(pay.newest).toContainText('Seen on the bank statement.')

  await desk.getByRole('tab', { name: /^Verified/ }).click()
  await expect(row.getByRole('button', { name: `View ${referenceNumber}` })).toBeVisible()
  await expect(row.getByRole('button', { name: `Delete ${referenceNumber}` })).toHaveCount(0)
  await row.getByRole('button', { name: `View ${referenceNumber}` }).click()
  await modal.setStatus('POSTED')
  await expect(modal.dialog.getByText(/A posted payment is final/)).toBeVisible()
  await modal.submit()
  const confirmDialog = findAlertDialog(desk, 'Post this payment?')
  for (const words of [referenceNumber, '₱1,234.50', 'Left To Pay', 'Difference'])
    await expect(confirmDialog).toContainText(words)
  await expect(confirmDialog.getByRole('img', { name: 'Deposit slip' })).toBeVisible()
  await confirmDialog.getByRole('button', { name: 'Post' }).click()
  await expect(findToast(desk, 'Payment edited successfully.')).toBeVisible()
  await expect(pay.newest).toContainText('POSTED')

  await pay.newest.getByRole('button', { name: `Actions for ${referenceNumber}` }).click()
  const residents = phone.waitForEvent('download')
  await phone.getByRole('menuitem', { name: 'Download receipt' }).click()
  expect((await residents).suggestedFilename()).toMatch(/^AR-\d{4}-\d{6}\.pdf$/)
  expect(await readDownload(await residents)).toMatch(/^%PDF/)
  await desk.getByRole('tab', { name: /^Posted/ }).click()
  await row.getByRole('button', { name: `View ${referenceNumber}` }).click()
  await expect(modal.dialog.getByRole('button', { name: 'Submit', exact: true })).toHaveCount(0)
  const offices = desk.waitForEvent('download')
  await modal.dialog.getByRole('button', { name: /^Receipt AR-/ }).click()
  expect(await readDownload(await offices)).toMatch(/^%PDF/)
  await modal.dialog.getByRole('button', { name: 'Close' }).first().click()

  // The list of payments is not the file for the accounting system (Payfile.csv), which contains this payment
  // too.
  const downloadPromise = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Download list' }).click()
  expect((await downloadPromise).suggestedFilename()).toBe('Payments.csv')
  expect(await readDownload(await downloadPromise)).toContain(`\n${referenceNumber},C-301,`)
  await desk.getByRole('button', { name: 'Download CSV' }).click()
  const sheet = desk.getByRole('dialog', { name: 'Payfile.csv' })
  const batch = desk.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Export next batch' }).click()
  expect((await batch).suggestedFilename()).toBe('Payfile.csv')
  const csv = await readDownload(await batch)
  expect(csv).toContain('trnno,trndate,urefno,clientname,payamt,trantype')
  const lines = csv.split(/\r?\n/).filter((line) => line.includes(referenceNumber))
  expect(lines).toEqual([expect.stringMatching(/,\d{2}\/\d{2}\/\d{4},C-301,.*,1234\.50,DD$/)])
  await expect(sheet.getByRole('heading', { name: /^Batch \d+$/ }).first()).toBeVisible()
})

test('Dragonpay opens in a new tab, and both tabs show the payment’s state', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('C-302'), to: '/billings' })
  const pay = new PayPages(page)
  await pay.chooseMethod('Dragon Pay')
  await expect(page.getByText('SANDBOX: no real money')).toBeVisible()
  await pay.fillAmount('500')
  await pay.fillEmail('tenant@mail.test')
  const tab = await pay.continueInNewTab()

  const sheet = page.getByRole('dialog', { name: 'Payment' })
  await expect(sheet).toContainText('FOR VERIFICATION')
  await tab.getByRole('button', { name: 'Paid' }).click()
  await expect(findHeading(tab, /^Paid$/)).toBeVisible()
  await expect(tab.getByText('₱500.00')).toBeVisible()
  await expect(sheet.locator('.marks')).toContainText('Paid')
})

test('AQWire opens in the same tab, and a cancelled payment does not count', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('C-304'), to: '/billings' })
  const pay = new PayPages(page)
  await pay.chooseMethod('AQWire')
  await expect(page.getByRole('textbox', { name: 'Currency' })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Payment Type' })).toHaveValue('OTHERS')
  await pay.fillAmount('100')
  await pay.fillEmail('abroad@mail.test')
  await pay.continueToGateway()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/billings\/payments\/aqwire\/cancel/)
  await expect(findHeading(page, /^Cancelled by you$/)).toBeVisible()
  await expect(page.getByText('Nothing was paid. You can try again.')).toBeVisible()
  await expect(page.getByText('REJECTED')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/billings/payments/aqwire',
  )
  await moveTo(page, '/billings')
  await expect(pay.newest).toContainText('REJECTED')
  await expect(pay.newest).toContainText('Cancelled by you')
})
