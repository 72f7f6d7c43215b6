import { expect, type Locator, type Page } from '@playwright/test'

/** A list of tickets: cards on a phone, a table on a desk. */
export class TicketList {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Finds the card or row with these words, such as a ticket number. */
  item(words: string): Locator {
    return this.page
      .getByRole('article')
      .or(this.page.locator('tbody').getByRole('row'))
      .filter({ hasText: words })
  }

  /** Opens a ticket by the number in its row, a link for the office, or the heading of its card. */
  async open(words: string): Promise<void> {
    const item = this.item(words)
    const named = { name: words, exact: true }
    await item.getByRole('link', named).or(item.getByRole('button', named)).click()
  }

  /** Chooses an entry of a row's menu. */
  async act(words: string, action: string): Promise<void> {
    await this.item(words)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await this.page.getByRole('menuitem', { name: action }).click()
  }

  /** Waits until the list is loaded and has this many rows, or any. */
  async ready(rows?: number): Promise<void> {
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0)
    const all = this.item('')
    if (rows === undefined) await expect(all.first()).toBeVisible()
    else await expect(all).toHaveCount(rows)
  }
}
