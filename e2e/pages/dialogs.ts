import type { Locator, Page } from '@playwright/test'

/** A question or message over the page, by its title. */
export function question(page: Page, title: string | RegExp): Locator {
  return page.getByRole('alertdialog', { name: title })
}

/** Answers a question by the word on its button. */
export async function answer(page: Page, title: string | RegExp, button: string): Promise<void> {
  await question(page, title).getByRole('button', { name: button, exact: true }).click()
}

/** The dialog that asks the office for the password again. */
export const confirmation = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Confirm that it is you' })

/** A short message that passes by itself: 'Gate Pass added successfully.' The newest, where two say the same. */
export function toast(page: Page, words: string): Locator {
  return page.locator('.toast').filter({ hasText: words }).last()
}
