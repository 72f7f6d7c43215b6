import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { ADMIN } from '../fixtures/accounts.ts'
import { answerAlertDialog, findToast } from './dialogs.ts'
import { RecordModal } from './record-modal.ts'

export class OfficePayments {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async openPayment(number: string): Promise<RecordModal> {
    await this.page.goto(`/admin/payments?search=${number}`)
    await this.page.getByRole('button', { name: `View ${number}` }).click()
    return new RecordModal(this.page, number)
  }

  async verifyPayment(number: string, remark?: string): Promise<void> {
    const paymentModal = await this.openPayment(number)
    await paymentModal.setStatus('VERIFIED')
    if (remark !== undefined) await paymentModal.fillRemarks(remark)
    await paymentModal.submit()
    await expect(paymentModal.dialog).toBeHidden()
  }

  async postPayment(number: string): Promise<void> {
    const paymentModal = await this.openPayment(number)
    await paymentModal.setStatus('POSTED')
    await paymentModal.submit()
    await answerAlertDialog(this.page, 'Post this payment?', 'Post')
    await expect(paymentModal.dialog).toBeHidden()
  }

  async reversePayment(number: string, kind: string, remarks: string): Promise<void> {
    const paymentModal = await this.openPayment(number)
    await paymentModal.dialog.getByRole('button', { name: 'Reverse' }).click()
    const sheet = this.page.getByRole('dialog', { name: `Reverse ${number}` })
    await sheet.getByLabel('Reason').selectOption(kind)
    await sheet.getByLabel('Remarks').fill(remarks)
    await sheet.getByLabel('Your password').fill(ADMIN.password)
    await sheet.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(findToast(this.page, 'Reversal added successfully.')).toBeVisible()
  }

  async exportBatch(): Promise<string[]> {
    await this.page.goto('/admin/payments')
    const { rows } = await this.downloadCsv(await this.openFileSheet(), 'Export next batch')
    return rows
  }

  async selectPayments(...numbers: readonly string[]): Promise<Locator> {
    await this.page.goto('/admin/payments')
    for (const number of numbers) await this.page.getByRole('checkbox', { name: `Select ${number}` }).check()
    return this.openFileSheet()
  }

  async openFileSheet(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Download CSV' }).click()
    return this.page.getByRole('dialog', { name: 'Payfile.csv' })
  }

  async downloadCsv(sheet: Locator, button: string): Promise<{ name: string; rows: string[] }> {
    const downloadPromise = this.page.waitForEvent('download')
    await sheet.getByRole('button', { name: button }).click()
    const download = await downloadPromise
    const csv = await readFile(await download.path(), 'utf8')
    const csvRows = csv.trim().split('\r\n').slice(1)
    return {
      name: download.suggestedFilename(),
      rows: csvRows.map((row) => {
        const cells = row.split(',')
        return [cells[2], ...cells.slice(4)].join(' ')
      }),
    }
  }
}
