import type { Locator, Page } from '@playwright/test'

export class RecordModal {
  readonly dialog: Locator
  private readonly page: Page

  constructor(page: Page, number: string) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: number })
  }

  async setStatus(statusLabel: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Status' }).click()
    await this.page.getByRole('option', { name: statusLabel }).click()
  }

  async fillRemarks(remarks: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: 'Remarks' }).fill(remarks)
  }

  async submit(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  }
}
