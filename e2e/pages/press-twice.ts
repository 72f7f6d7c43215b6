import { expect, type Locator } from '@playwright/test'

/** Presses a button twice. A busy page is told of both together, before it could show that it is at work. */
export async function pressTwice(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })
}
