import { expect, type Locator, type Page } from '@playwright/test'

export class TicketList {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  findItem(text: string): Locator {
    return this.page
      .getByRole('article')
      .or(this.page.locator('tbody').getByRole('row'))
      .filter({ hasText: text })
  }

  async openTicket(text: string): Promise<void> {
    const item = this.findItem(text)
    const nameFilter = { name: text, exact: true }
    await item.getByRole('link', nameFilter).or(item.getByRole('button', nameFilter)).click()
  }

  async chooseAction(text: string, action: string): Promise<void> {
    await this.findItem(text)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await this.page.getByRole('menuitem', { name: action }).click()
  }

  async waitForRows(rows?: number): Promise<void> {
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0)
    const allItems = this.findItem('')
    if (rows === undefined) await expect(allItems.first()).toBeVisible()
    else await expect(allItems).toHaveCount(rows)
  }
}
