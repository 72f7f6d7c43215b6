import type { Page } from '@playwright/test'
import { ADMIN, RESIDENT, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { expect, SCREENS, test } from '../fixtures/test.ts'
import { axeViolations } from '../pages/axe-violations.ts'
import { findLayoutFaults } from '../pages/layout-faults.ts'
import { goToStop, waitUntilSettled } from '../tour/go-to-stop.ts'
import { TOURS, RESIDENT_TOURS } from '../tour/tours.ts'

type Theme = 'light' | 'dark'

/** Widths at which lists are tables: the desk's, then from an upright tablet to a laptop. */
const TABLE_WIDTHS = [SCREENS.desk.viewport.width, 900, 1200, 1366]

test.describe.configure({ mode: 'parallel' })

/** Returns tables that are wider than their container, a page that scrolls sideways, and overlapping headings. */
function findCutTables(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const heads = [...document.querySelectorAll('thead th, thead th :not(.visually-hidden)')]
      .flatMap(({ childNodes }) => [...childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => {
        const words = document.createRange()
        words.selectNodeContents(node)
        return { words: node.textContent, rect: words.getBoundingClientRect() }
      })
    const crossed = heads.flatMap((one, place) =>
      heads
        .slice(place + 1)
        .filter(
          ({ rect }) =>
            Math.min(one.rect.right, rect.right) - Math.max(one.rect.left, rect.left) > 1 &&
            Math.min(one.rect.bottom, rect.bottom) - Math.max(one.rect.top, rect.top) > 1,
        )
        .map((other) => `'${one.words}' lies over '${other.words}'`),
    )
    const places = [document.documentElement, ...document.querySelectorAll('.scroll, .panel')]
    const wide = places.flatMap(({ className, tagName, scrollWidth, clientWidth }) =>
      scrollWidth > clientWidth + 1 ? [`${className || tagName}: ${scrollWidth} of ${clientWidth} px`] : [],
    )
    return [...wide, ...crossed]
  })
}

const scrollsSideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('control: axe finds violations in the page and in an open dialog', async ({ visit }) => {
  const page = await visit({ on: 'desk' })
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^image-alt: /)])
  expect(await axeViolations(page, 'contrast')).toEqual([])
  await page.getByRole('button', { name: 'Terms and Conditions' }).click()
  expect(await axeViolations(page)).toEqual([])
  await page.locator('dialog[open]').evaluate((dialog) => dialog.append(document.createElement('img')))
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^image-alt: /)])
})

test('with reduced motion a dialog is complete in its first frame', async ({ visit }) => {
  const page = await visit({ on: 'desk' })
  const opacity = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          const box = document.querySelector('dialog[open] > *')
          if (box) requestAnimationFrame(() => resolve(getComputedStyle(box).opacity))
        }).observe(document, { subtree: true, childList: true, attributes: true })
      }),
  )
  await page.getByRole('button', { name: 'Terms and Conditions' }).click()
  expect(await opacity).toBe('1')
})

/** Sets the browser's font size, on which rem depends; the page must be loaded. */
async function setFontSize(page: Page, pixels: number): Promise<void> {
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

test('control: text that is cut, leaves the screen or overlaps is found', async ({ visit }) => {
  const page = await visit({ on: 'phone' })
  expect(await findLayoutFaults(page)).toEqual([])
  await page.evaluate(() => {
    for (const [text, style] of [
      ['cut', 'width: 1ch; overflow: hidden; white-space: nowrap'],
      ['shortened', 'width: 3ch; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'],
      ['far away', 'position: absolute; left: 380px; width: 9ch'],
      ['below', 'position: absolute; top: 0; left: 0; width: 9ch'],
      ['above', 'position: absolute; top: 0; left: 0; width: 9ch'],
    ]) {
      const line = document.createElement('p')
      Object.assign(line, { textContent: text, style })
      document.querySelector('main')?.append(line)
    }
  })
  expect(await findLayoutFaults(page)).toEqual([
    "'cut' is cut by p",
    "'far away' leaves the screen",
    "'below' lies over 'above'",
  ])
})

for (const as of [RESIDENT, ADMIN, SUPER_ADMIN])
  test(`Logout is in sight on the desk of the ${as.area}`, async ({ visit }) => {
    const page = await visit({ on: 'desk', as })
    await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  })

for (const tour of RESIDENT_TOURS) {
  test(`text of double size fits on every ${tour.name} page on a phone`, async ({ visit }) => {
    const page = await visit({ on: 'phone', as: tour.as })
    await setFontSize(page, 32)
    for (const [place, stop] of tour.stops.entries()) {
      await goToStop(page, stop, 'phone', tour.stops[place - 1])
      await expect(page.locator('html')).toHaveCSS('font-size', '32px')
      expect.soft(await findLayoutFaults(page), stop.name).toEqual([])
      expect.soft(await scrollsSideways(page), `${stop.name} scrolls sideways`).toBe(0)
    }
  })
}

for (const screen of ['phone', 'desk'] as const) {
  for (const tour of TOURS) {
    test(`axe finds nothing on any ${tour.name} page at a ${screen}, light and dark, and nothing is cut`, async ({
      visit,
    }) => {
      test.setTimeout(tour.stops.length * 15_000)
      const page = await visit({ on: screen, as: tour.as })
      const found: Record<string, string[]> = {}
      let theme: Theme = 'light'
      for (const [place, stop] of tour.stops.entries()) {
        await page.emulateMedia({ colorScheme: theme })
        await goToStop(page, stop, screen, tour.stops[place - 1])
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        const all = await axeViolations(page)
        const other: Theme = theme === 'light' ? 'dark' : 'light'
        await page.emulateMedia({ colorScheme: other })
        // The static login reads the system's theme only when it is loaded.
        if (tour.as === undefined) await goToStop(page, stop, screen)
        await expect(page.locator('html')).toHaveAttribute('data-theme', other)
        // The theme changes only colours; the shell's are checked in alternate themes.
        const colours = await axeViolations(page, 'contrast')
        if (all.length + colours.length > 0)
          found[stop.name] = [
            ...all.map((line) => `${theme} ${line}`),
            ...colours.map((line) => `${other} ${line}`),
          ]
        expect.soft(await scrollsSideways(page), `${stop.name} scrolls sideways`).toBe(0)
        if (screen === 'desk' && stop.table) {
          for (const width of TABLE_WIDTHS) {
            await page.setViewportSize({ width, height: 768 })
            await waitUntilSettled(page)
            await expect(page.locator('tbody:not([aria-hidden]) tr').first(), stop.name).toBeVisible()
            // The columns adapt in the next frame, which is late on a busy machine.
            await expect.soft.poll(() => findCutTables(page), `${stop.name} at ${width} px`).toEqual([])
          }
          await page.setViewportSize(SCREENS.desk.viewport)
        }
        // The next stop starts in this theme: changing it is as slow as a page.
        theme = other
      }
      expect(found).toEqual({})
    })
  }
}
