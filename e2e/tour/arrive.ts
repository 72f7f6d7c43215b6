import { expect, type Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'
import { moveTo } from '../pages/moving.ts'
import type { Stop } from './stop.ts'

/**
 * Goes to a stop and waits until everything it shows is there. After a stop at the same address that has opened nothing,
 * the page stays.
 */
export async function arrive(page: Page, stop: Stop, screen: Screen, before?: Stop): Promise<void> {
  if (before === undefined || before.open !== undefined || before.to !== stop.to) {
    await moveTo(page, stop.to)
    await settled(page)
  }
  if (!stop.open) return
  await stop.open(page, screen)
  await settled(page)
}

/** Nothing on the page waits any more: no skeleton, no picture or font on its way. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[role="status"][aria-label="Loading"], [aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  )
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
