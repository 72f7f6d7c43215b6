import { expect, type Page } from '@playwright/test'
import { findToast } from './dialogs.ts'
import { chooseRadio } from './presses.ts'

type Fields = Readonly<Record<string, string>>

export class CounterPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async fillPaymentForm(paymentMethod: 'Cash' | 'Cheque', clientCode: string, fields: Fields): Promise<void> {
    await this.page.goto('/admin/counter')
    await chooseRadio(this.page.getByRole('radio', { name: paymentMethod }))
    await this.page.getByRole('combobox', { name: 'Tenant' }).fill(clientCode)
    await this.page.getByRole('option').filter({ hasText: clientCode }).click()
    await expect(this.page.getByText(/^(Left to pay|Credit) /)).toBeVisible()
    for (const [label, value] of Object.entries(fields))
      await this.page
        .getByLabel(label, { exact: false })
        .and(this.page.locator('input:not([type=radio])'))
        .fill(value)
  }

  /**
   * Enters a payment at the counter. Returns the payment number. `pdf`: waits for the download of the
   * receipt. `credit`: confirms the dialog about the resulting credit.
   */
  async enterPayment(
    paymentMethod: 'Cash' | 'Cheque',
    clientCode: string,
    fields: Fields,
    pdf: RegExp | null,
    credit?: string,
  ): Promise<string> {
    await this.fillPaymentForm(paymentMethod, clientCode, fields)
    const downloadPromise = pdf && this.page.waitForEvent('download')
    const submitLabel = paymentMethod === 'Cash' ? 'Post and give receipt' : 'Submit'
    await this.page.getByRole('button', { name: submitLabel }).click()
    if (credit === undefined && paymentMethod === 'Cash')
      await this.page
        .getByRole('alertdialog', { name: /^Post ₱/ })
        .getByRole('button', { name: submitLabel })
        .click()
    if (credit !== undefined) {
      const overpaymentDialog = this.page.getByRole('alertdialog', { name: 'Take more than is owed?' })
      await expect(overpaymentDialog).toContainText(`leaves a credit of ${credit}.`)
      await overpaymentDialog.getByRole('button', { name: submitLabel }).click()
    }
    await expect(findToast(this.page, 'Payment added successfully.')).toBeVisible()
    if (downloadPromise) expect((await downloadPromise).suggestedFilename()).toMatch(pdf)
    const message = await this.page.getByRole('status').filter({ hasText: 'PY-' }).textContent()
    return /PY-\d{4}-\d+/.exec(message ?? '')?.[0] ?? ''
  }
}
