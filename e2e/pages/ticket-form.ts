import { expect, type Locator, type Page } from '@playwright/test'
import type { ChosenFile } from '../fixtures/files.ts'

/** The form of a ticket, in the resident's panel or the office's modal. */
export class TicketForm {
  readonly dialog: Locator
  private readonly page: Page

  constructor(page: Page, name: string | RegExp) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name })
  }

  /** A text, an amount, a number. */
  async type(label: string, text: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: label, exact: true }).fill(text)
  }

  /** One of several options side by side. */
  async pick(option: string): Promise<void> {
    await this.dialog.getByRole('radio', { name: option, exact: true }).check({ force: true })
  }

  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm` into a phone's own picker. */
  async setDate(label: string, when: string): Promise<void> {
    await this.dialog.getByLabel(label).fill(when)
  }

  /** `YYYY-MM-DD HH:mm:ss` typed into the desk's picker. */
  async typeDate(label: string, when: string): Promise<void> {
    const input = this.dialog.getByRole('textbox', { name: label, exact: true })
    await input.click()
    await input.fill(when)
    await input.press('Enter')
  }

  /** Chooses files at once, as a person does, through the browser's own dialog. */
  async attach(label: string, ...files: readonly ChosenFile[]): Promise<void> {
    const group = this.dialog.getByRole('group', { name: label, exact: true })
    const chooser = this.page.waitForEvent('filechooser')
    await group.getByRole('button', { name: /Choose/ }).click()
    await (await chooser).setFiles([...files])
    for (const { name } of files) await group.getByRole('button', { name: `Open ${name}` }).waitFor()
    await expect(group.getByRole('progressbar')).toHaveCount(0)
  }

  /** Looks a tenant up in the office's picker, and takes the one that is found. */
  async pickTenant(term: string, option: RegExp): Promise<void> {
    const picker = this.dialog.getByRole('combobox', { name: 'Tenant' })
    await picker.click()
    await picker.pressSequentially(term)
    await this.page.getByRole('option', { name: option }).click()
  }

  async submit(): Promise<void> {
    await this.dialog.getByRole('button', { name: /^Submit/ }).click()
  }
}
