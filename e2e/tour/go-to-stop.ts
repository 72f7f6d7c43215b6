import type { Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'
import { moveTo } from '../pages/move-to.ts'
import type { TourStop } from './stop.ts'

/**
 * Opens the page of a stop (a page or panel to check). Does not load the page again if the previous stop,
 * `previousStop`, was on the same page and opened no panel.
 */
export async function goToStop(
  page: Page,
  stop: TourStop,
  screen: Screen,
  previousStop?: TourStop,
): Promise<void> {
  if (previousStop === undefined || previousStop.preparePage !== undefined || previousStop.to !== stop.to) {
    await moveTo(page, stop.to)
    await waitUntilPageLoaded(page)
  }
  if (!stop.preparePage) return
  await stop.preparePage(page, screen)
  await waitUntilPageLoaded(page)
}

/**
 * Waits until the page shows a heading and no loading indicator. Runs in the page, because Playwright's
 * locators were too slow for hundreds of pages.
 */
export async function waitUntilPageLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Without a dialog only the `h1` counts, because other headings may be shown before it.
    const headingSelector = document.querySelector('dialog[open]') ? 'h1, h2, h3, [role="heading"]' : 'h1'
    const hasHeading = [...document.querySelectorAll(headingSelector)].some((heading) =>
      heading.checkVisibility({ visibilityProperty: true }),
    )
    const loadingElement = document.querySelector('[role="status"][aria-label="Loading"], [aria-busy="true"]')
    const pictures = [...document.images]
    return (
      hasHeading && !loadingElement && pictures.every((image) => image.complete || image.loading === 'lazy')
    )
  })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
