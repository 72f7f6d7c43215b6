import type { Locator, Page } from '@playwright/test'

export function findQuestion(page: Page, title: string | RegExp): Locator {
  return page.getByRole('alertdialog', { name: title })
}

export async function answerQuestion(page: Page, title: string | RegExp, button: string): Promise<void> {
  await findQuestion(page, title).getByRole('button', { name: button, exact: true }).click()
}

export const findConfirmation = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Confirm that it is you' })

export function findToast(page: Page, words: string): Locator {
  return page.locator('.toast').filter({ hasText: words }).last()
}
