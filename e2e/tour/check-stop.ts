import { expect, type Page } from '@playwright/test'
import { type Screen, SCREENS } from '../fixtures/test.ts'
import { findCutTables } from '../pages/cut-tables.ts'
import { findAxeViolations } from '../pages/find-axe-violations.ts'
import { findLayoutFaults } from '../pages/layout-faults.ts'
import { goToStop, waitUntilPageLoaded } from './go-to-stop.ts'
import type { TourStop } from './stop.ts'
import type { Tour } from './tours.ts'

interface StopContext {
  page: Page
  tour: Tour
  stop: TourStop
  screen: Screen
}

export async function checkStops(
  page: Page,
  tour: Tour,
  screen: Screen,
  check: (stopContext: StopContext) => Promise<void>,
): Promise<void> {
  for (const [stopIndex, stop] of tour.stops.entries()) {
    await goToStop(page, stop, screen, tour.stops[stopIndex - 1])
    await check({ page, tour, stop, screen })
  }
}

/**
 * Checks accessibility with axe, and that the page does not scroll sideways. Runs all axe rules in the
 * current theme, but only the contrast rule in the other theme. Does not switch back to the first theme,
 * because switching takes as long as loading a page.
 */
export async function checkByAxe(
  { page, tour, stop, screen }: StopContext,
  rows: 'all' | 'first',
): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [theme, otherTheme] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  // Accepts pages without `data-theme`, because the page of a shared pass does not set it.
  const findHtml = (name: string) => page.locator(`html:not([data-theme]), html[data-theme=${name}]`)
  await expect(findHtml(theme)).toHaveCount(1)
  expect.soft(await findAxeViolations(page, 'all', rows), `${stop.name}, ${theme}`).toEqual([])
  await page.emulateMedia({ colorScheme: otherTheme })
  // Loads pages without a login again, because the login page reads the system's theme only when it loads.
  if (tour.as === undefined) await goToStop(page, stop, screen)
  await expect(findHtml(otherTheme)).toHaveCount(1)
  // Checks only contrast again, because a theme changes only colours.
  expect.soft(await findAxeViolations(page, 'contrast', rows), `${stop.name}, ${otherTheme}`).toEqual([])
  await expect.soft.poll(() => measureSidewaysScroll(page), `${stop.name} scrolls sideways`).toBe(0)
}

export async function checkTable({ page, stop }: StopContext, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 768 })
    await waitUntilPageLoaded(page)
    await expect(page.locator('tbody:not([aria-hidden]) tr').first(), stop.name).toBeVisible()
    // Polls, because the table adapts its columns in the next frame, which is late on a busy machine.
    await expect.soft.poll(() => findCutTables(page), `${stop.name} at ${width} px`).toEqual([])
  }
  await page.setViewportSize(SCREENS.desk.viewport)
}

export async function checkDoubleTextSize({ page, stop }: StopContext): Promise<void> {
  await setTextSize(page, 32)
  await expect.soft.poll(() => findLayoutFaults(page), stop.name).toEqual([])
  await expect.soft
    .poll(() => measureSidewaysScroll(page), `${stop.name} scrolls sideways at double size`)
    .toBe(0)
}

/** Sets the root text size in pixels, which rem units depend on. The page must be loaded. */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
  await session.detach()
  await expect(page.locator('html')).toHaveCSS('font-size', `${pixels}px`)
}

const measureSidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
