import { expect, type Locator, type Page } from '@playwright/test'

export async function pressTwice(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })
}

export async function countPresses(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  const counter = await page.evaluateHandle(() => {
    const count = { clicks: 0, keys: 0 }
    addEventListener('pointerdown', () => (count.clicks += 1), true)
    addEventListener('keydown', () => (count.keys += 1), true)
    return count
  })
  return () => counter.evaluate((count) => ({ ...count }))
}

/**
 * Selects a radio button. Clicks its label, because the input itself is hidden. Does not use `force`, so that
 * the click waits until an opening panel stops moving.
 */
export async function chooseRadio(radio: Locator): Promise<void> {
  await radio.locator('..').click()
  await expect(radio).toBeChecked()
}
