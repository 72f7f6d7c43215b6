import type { Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'
import { moveTo } from '../pages/move-to.ts'
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

/**
 * Waits until nothing on the page is on its way: no skeleton, picture or font. Asked within the page, since it is asked at
 * every stop several times, and a locator reads the roles of the whole page each time.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isThere = [...document.querySelectorAll('h1, h2, h3, [role="heading"]')].some((heading) =>
      heading.checkVisibility({ visibilityProperty: true }),
    )
    const waiting = document.querySelector('[role="status"][aria-label="Loading"], [aria-busy="true"]')
    const pictures = [...document.images]
    return isThere && !waiting && pictures.every((image) => image.complete || image.loading === 'lazy')
  })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
