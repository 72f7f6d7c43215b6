import type { Locator, Page } from '@playwright/test'

/** Finds a confirmation or message dialog by its title. */
export function question(page: Page, title: string | RegExp): Locator {
  return page.getByRole('alertdialog', { name: title })
}

export async function answer(page: Page, title: string | RegExp, button: string): Promise<void> {
  await question(page, title).getByRole('button', { name: button, exact: true }).click()
}

/** The dialog that requires the password again. */
export const confirmation = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Confirm that it is you' })

/** Finds the newest toast with these words, such as 'Gate Pass added successfully.' */
export function toast(page: Page, words: string): Locator {
  return page.locator('.toast').filter({ hasText: words }).last()
}
