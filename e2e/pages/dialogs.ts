import type { Locator, Page } from '@playwright/test'

export function findAlertDialog(page: Page, title: string | RegExp): Locator {
  return page.getByRole('alertdialog', { name: title })
}

export async function answerAlertDialog(page: Page, title: string | RegExp, button: string): Promise<void> {
  await findAlertDialog(page, title).getByRole('button', { name: button, exact: true }).click()
}

export const findPasswordDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Confirm that it is you' })

export function findToast(page: Page, text: string): Locator {
  return page.locator('.toast').filter({ hasText: text }).last()
}
