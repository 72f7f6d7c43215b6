import type { Page } from '@playwright/test'
import { ADMIN, GOOD, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { expect, SCREENS, test } from '../fixtures/test.ts'
import { findings } from '../pages/axe.ts'
import { crampedPlaces } from '../pages/cramped-places.ts'
import { arrive, settled } from '../tour/arrive.ts'
import { LEGS, RESIDENT_LEGS } from '../tour/legs.ts'

type Theme = 'light' | 'dark'

/** Widths at which lists are tables: the desk's own first, then from a tablet held upright to a laptop. */
const TABLE_WIDTHS = [SCREENS.desk.viewport.width, 900, 1200, 1366]

test.describe.configure({ mode: 'parallel' })

/** Returns the tables that are wider than their place, the page if it is, and headings that lie over each other. */
function cutTables(page: Page): Promise<string[]> {
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

test('axe finds what is wrong, in the whole page and in an open dialog', async ({ visit }) => {
  const page = await visit({ on: 'desk' })
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  expect(await findings(page)).toEqual([expect.stringMatching(/^image-alt: /)])
  expect(await findings(page, 'contrast')).toEqual([])
  await page.getByRole('button', { name: 'Terms and Conditions' }).click()
  expect(await findings(page)).toEqual([])
  await page.locator('dialog[open]').evaluate((dialog) => dialog.append(document.createElement('img')))
  expect(await findings(page)).toEqual([expect.stringMatching(/^image-alt: /)])
})

test('a dialog is whole in its first frame where less motion is asked for', async ({ visit }) => {
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

/** Sets the font size of the browser's settings, which rem and media queries in rem follow. The page must have been loaded. */
async function setFontSize(page: Page, pixels: number): Promise<void> {
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

test('text that is cut, leaves the screen or lies over other text is found', async ({ visit }) => {
  const page = await visit({ on: 'phone' })
  expect(await crampedPlaces(page)).toEqual([])
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
  expect(await crampedPlaces(page)).toEqual([
    "'cut' is cut by p",
    "'far away' leaves the screen",
    "'below' lies over 'above'",
  ])
})

for (const as of [GOOD, ADMIN, SUPER_ADMIN])
  test(`Logout is in sight on the desk of the ${as.area}`, async ({ visit }) => {
    const page = await visit({ on: 'desk', as })
    await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  })

for (const leg of RESIDENT_LEGS) {
  test(`text of twice the size fits on every ${leg.name} page at a phone`, async ({ visit }) => {
    const page = await visit({ on: 'phone', as: leg.as })
    await setFontSize(page, 32)
    for (const [place, stop] of leg.stops.entries()) {
      await arrive(page, stop, 'phone', leg.stops[place - 1])
      await expect(page.locator('html')).toHaveCSS('font-size', '32px')
      expect.soft(await crampedPlaces(page), stop.name).toEqual([])
      expect.soft(await scrollsSideways(page), `${stop.name} scrolls sideways`).toBe(0)
    }
  })
}

for (const screen of ['phone', 'desk'] as const) {
  for (const leg of LEGS) {
    test(`axe finds nothing on any ${leg.name} page at a ${screen}, light and dark, and nothing is cut`, async ({
      visit,
    }) => {
      test.setTimeout(leg.stops.length * 15_000)
      const page = await visit({ on: screen, as: leg.as })
      const found: Record<string, string[]> = {}
      let theme: Theme = 'light'
      for (const [place, stop] of leg.stops.entries()) {
        await page.emulateMedia({ colorScheme: theme })
        await arrive(page, stop, screen, leg.stops[place - 1])
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        const all = await findings(page)
        const other: Theme = theme === 'light' ? 'dark' : 'light'
        await page.emulateMedia({ colorScheme: other })
        // the static login asks for the system's theme once, when it is loaded
        if (leg.as === undefined) await arrive(page, stop, screen)
        await expect(page.locator('html')).toHaveAttribute('data-theme', other)
        // the theme changes colours and nothing else; the shell's are looked at from stop to stop in turn
        const colours = await findings(page, 'contrast')
        if (all.length + colours.length > 0)
          found[stop.name] = [
            ...all.map((line) => `${theme} ${line}`),
            ...colours.map((line) => `${other} ${line}`),
          ]
        expect.soft(await scrollsSideways(page), `${stop.name} scrolls sideways`).toBe(0)
        if (screen === 'desk' && stop.table) {
          for (const width of TABLE_WIDTHS) {
            await page.setViewportSize({ width, height: 768 })
            await settled(page)
            await expect(page.locator('tbody:not([aria-hidden]) tr').first(), stop.name).toBeVisible()
            // the columns follow the width with the next frame, which a busy machine draws late
            await expect.soft.poll(() => cutTables(page), `${stop.name} at ${width} px`).toEqual([])
          }
          await page.setViewportSize(SCREENS.desk.viewport)
        }
        // the next stop begins in the theme that this one ends with: changing it costs as much as a page
        theme = other
      }
      expect(found).toEqual({})
    })
  }
}
