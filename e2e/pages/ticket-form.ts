import { expect, type Locator, type Page } from '@playwright/test'
import type { ChosenFile } from '../fixtures/files.ts'
import { chooseRadio } from './presses.ts'

export class TicketForm {
  readonly dialog: Locator
  private readonly page: Page

  constructor(page: Page, name: string | RegExp) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name })
  }

  async fillText(label: string, text: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: label, exact: true }).fill(text)
  }

  async chooseOption(option: string): Promise<void> {
    await chooseRadio(this.dialog.getByRole('radio', { name: option, exact: true }))
  }

  async setDate(label: string, dateText: string): Promise<void> {
    await this.dialog.getByLabel(label).fill(dateText)
  }

  async typeDate(label: string, dateText: string): Promise<void> {
    const input = this.dialog.getByRole('textbox', { name: label, exact: true })
    await input.click()
    await input.fill(dateText)
    await input.press('Enter')
  }

  async attachFiles(label: string, ...files: readonly ChosenFile[]): Promise<void> {
    const group = this.dialog.getByRole('group', { name: label, exact: true })
    const fileChooserPromise = this.page.waitForEvent('filechooser')
    await group.getByRole('button', { name: /Choose/ }).click()
    await (await fileChooserPromise).setFiles([...files])
    for (const { name } of files) await group.getByRole('button', { name: `Open ${name}` }).waitFor()
    // The timeout is long, because a slow machine needs minutes to scale down a large photo.
    await expect(group.getByRole('progressbar')).toHaveCount(0, { timeout: 240_000 })
  }

  async pickTenant(term: string, option: RegExp): Promise<void> {
    const tenantPicker = this.dialog.getByRole('combobox', { name: 'Tenant' })
    await tenantPicker.click()
    await tenantPicker.pressSequentially(term)
    await this.page.getByRole('option', { name: option }).click()
  }

  async submit(): Promise<void> {
    await this.dialog.getByRole('button', { name: /^Submit/ }).click()
  }
}
