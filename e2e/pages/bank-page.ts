import { expect, type Locator, type Page } from '@playwright/test'
import { answerAlertDialog, findAlertDialog, findToast } from './dialogs.ts'

const CSV_HEADER = 'Transaction Date,Description,Debit,Credit,Reference Number'

export class BankPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: 'Import file' })
  }

  async openImport(format: string): Promise<void> {
    if (new URL(this.page.url()).pathname !== '/admin/bank') await this.page.goto('/admin/bank')
    await this.page.getByRole('button', { name: 'Import file' }).click()
    const formatSelect = this.sheet.getByLabel('Format', { exact: true })
    await formatSelect.selectOption({ label: 'Landbank (example)' })
    const form = this.page.getByRole('dialog', { name: 'ADD FORMAT' })
    await form.getByLabel('Name').fill(format)
    await form.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(findToast(this.page, 'Format added successfully.')).toBeVisible()
    await expect(formatSelect.locator('option:checked')).toHaveText(format)
  }

  async chooseFile(lines: readonly string[], header = CSV_HEADER): Promise<void> {
    const csvBuffer = Buffer.from([header, ...lines].join('\r\n'))
    const input = this.sheet.locator('input[type=file]').first()
    await input.setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: csvBuffer })
  }

  async importLines(lines: readonly string[]): Promise<void> {
    await this.openImport('BDO main')
    await this.chooseFile(lines)
    await expect(findAlertDialog(this.page, 'File imported')).toContainText(`${lines.length} matched`)
    await answerAlertDialog(this.page, 'File imported', 'OK')
  }
}
