import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { ADMIN } from '../fixtures/accounts.ts'
import { answer, toast } from './dialogs.ts'
import { RecordModal } from './record-modal.ts'

/** An administrator's Payments. */
export class OfficePayments {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens a payment by its number. */
  async open(number: string): Promise<RecordModal> {
    await this.page.goto(`/admin/payments?search=${number}`)
    await this.page.getByRole('button', { name: `View ${number}` }).click()
    return new RecordModal(this.page, number)
  }

  async verify(number: string, remark?: string): Promise<void> {
    const modal = await this.open(number)
    await modal.setStatus('VERIFIED')
    if (remark !== undefined) await modal.remark(remark)
    await modal.submit()
    await expect(modal.dialog).toBeHidden()
  }

  async post(number: string): Promise<void> {
    const modal = await this.open(number)
    await modal.setStatus('POSTED')
    await modal.submit()
    await answer(this.page, 'Post this payment?', 'Post')
    await expect(modal.dialog).toBeHidden()
  }

  async reverse(number: string, kind: string, remarks: string): Promise<void> {
    const modal = await this.open(number)
    await modal.dialog.getByRole('button', { name: 'Reverse' }).click()
    const sheet = this.page.getByRole('dialog', { name: `Reverse ${number}` })
    await sheet.getByLabel('Reason').selectOption(kind)
    await sheet.getByLabel('Remarks').fill(remarks)
    await sheet.getByLabel('Your password').fill(ADMIN.password)
    await sheet.getByRole('button', { name: 'Submit' }).click()
    await expect(toast(this.page, 'Reversal added successfully.')).toBeVisible()
  }

  /** Exports the next batch of Payfile.csv. Returns client code, amount and way of paying of its rows. */
  async exportBatch(): Promise<string[]> {
    await this.page.goto('/admin/payments')
    const { rows } = await this.save(await this.askForFile(), 'Export next batch')
    return rows
  }

  /** Ticks payments by their numbers, and asks for their file. */
  async tick(...numbers: readonly string[]): Promise<Locator> {
    await this.page.goto('/admin/payments')
    for (const number of numbers) await this.page.getByRole('checkbox', { name: `Select ${number}` }).check()
    return this.askForFile()
  }

  async askForFile(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Download CSV' }).click()
    return this.page.getByRole('dialog', { name: 'Payfile.csv' })
  }

  /** Saves a file of a sheet; returns its name, and its rows as `exportBatch` does. */
  async save(sheet: Locator, button: string): Promise<{ name: string; rows: string[] }> {
    const coming = this.page.waitForEvent('download')
    await sheet.getByRole('button', { name: button }).click()
    const download = await coming
    const csv = await readFile(await download.path(), 'utf8')
    const rows = csv.trim().split('\r\n').slice(1)
    return {
      name: download.suggestedFilename(),
      rows: rows.map((row) => {
        const cells = row.split(',')
        return [cells[2], ...cells.slice(4)].join(' ')
      }),
    }
  }
}
