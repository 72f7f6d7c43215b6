import { expect, type Locator } from '@playwright/test'

/** Presses a button twice, before the page can react to the first press. */
export async function pressTwice(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })
}
