import type { Locator, Page } from '@playwright/test'

/** A question or message over the page, by its title. */
export function question(page: Page, title: string | RegExp): Locator {
  return page.getByRole('alertdialog', { name: title })
}

/** Answers a question by the word on its button. */
export async function answer(page: Page, title: string | RegExp, button: string): Promise<void> {
  await question(page, title).getByRole('button', { name: button, exact: true }).click()
}

/** A short message that passes by itself: 'Gate Pass added successfully.' The newest, where two say the same. */
export function toast(page: Page, words: string): Locator {
  return page.locator('.toast').filter({ hasText: words }).last()
}
