import { expect, type Locator, type Page } from '@playwright/test'
import { formatPickerTime } from '@tahanan/contract/time.ts'
import type { ChosenFile } from '../fixtures/files.ts'
import { answerAlertDialog } from './dialogs.ts'
import { moveTo } from './move-to.ts'

/** Title of the dialog that is shown before the browser leaves for the payment gateway (rules 8.13). */
const GATEWAY_DIALOG_TITLE = 'PAYMENT GATEWAY'

export class PaymentPages {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async chooseMethod(method: string): Promise<void> {
    if (new URL(this.page.url()).pathname !== '/billings') await moveTo(this.page, '/billings')
    await this.page.getByRole('link', { name: 'Pay Now', exact: true }).click()
    await this.page.getByRole('link', { name: new RegExp(`^${method}`) }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: method })).toBeVisible()
  }

  async fillAmount(pesos: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Paid Amount' }).fill(pesos)
  }

  async fillEmail(address: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Email' }).fill(address)
  }

  async fillCurrentDate(): Promise<void> {
    const now = new Date(await this.page.evaluate(() => Date.now()))
    const formattedMinute = formatPickerTime(now, 'Asia/Manila').slice(0, 16)
    const field = this.page.getByLabel('Transaction Date')
    const isPhoneField = (await field.getAttribute('type')) === 'datetime-local'
    await field.fill(isPhoneField ? formattedMinute.replace(' ', 'T') : formattedMinute)
    if (!isPhoneField) await field.press('Tab')
  }

  async attachDepositSlip(file: ChosenFile): Promise<void> {
    const depositSlipGroup = this.page.getByRole('group', { name: 'Deposit slip' })
    const fileChooserPromise = this.page.waitForEvent('filechooser')
    await depositSlipGroup.getByRole('button', { name: /Choose/ }).click()
    await (await fileChooserPromise).setFiles(file)
    await depositSlipGroup.getByRole('button', { name: `Open ${file.name}` }).waitFor()
    await depositSlipGroup.getByRole('progressbar').waitFor({ state: 'detached' })
  }

  get submit(): Locator {
    return this.page.getByRole('button', { name: 'Submit', exact: true })
  }

  async continueInNewTab(): Promise<Page> {
    await this.page.getByRole('button', { name: 'Continue to payment' }).click()
    const newPagePromise = this.page.context().waitForEvent('page')
    await answerAlertDialog(this.page, GATEWAY_DIALOG_TITLE, 'OK')
    const tab = await newPagePromise
    await expect(tab.getByText('SANDBOX: no real money')).toBeVisible()
    return tab
  }

  async continueToGateway(): Promise<void> {
    await this.page.getByRole('button', { name: 'Continue to payment' }).click()
    await answerAlertDialog(this.page, GATEWAY_DIALOG_TITLE, 'OK')
    await expect(this.page.getByText('This page stands in the place of AQWire.')).toBeVisible()
  }

  get newest(): Locator {
    return this.page.locator('.payments article').or(this.page.locator('.payments tbody tr')).first()
  }
}
