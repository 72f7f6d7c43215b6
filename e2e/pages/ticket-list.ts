import { expect, type Locator, type Page } from '@playwright/test'

export class TicketList {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  item(words: string): Locator {
    return this.page
      .getByRole('article')
      .or(this.page.locator('tbody').getByRole('row'))
      .filter({ hasText: words })
  }

  /**
   * Opens a ticket by a click on its number, which is a link in the office's table and a heading on cards.
   */
  async open(words: string): Promise<void> {
    const item = this.item(words)
    const named = { name: words, exact: true }
    await item.getByRole('link', named).or(item.getByRole('button', named)).click()
  }

  async act(words: string, action: string): Promise<void> {
    await this.item(words)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await this.page.getByRole('menuitem', { name: action }).click()
  }

  /** Waits until the list is loaded and has this number of rows, or at least one row. */
  async ready(rows?: number): Promise<void> {
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0)
    const all = this.item('')
    if (rows === undefined) await expect(all.first()).toBeVisible()
    else await expect(all).toHaveCount(rows)
  }
}
