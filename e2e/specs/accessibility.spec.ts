import { expect, test } from '../fixtures/test.ts'
import { findings } from '../pages/axe.ts'
import { arrive } from '../tour/arrive.ts'
import { LEGS } from '../tour/legs.ts'

type Theme = 'light' | 'dark'

test.describe.configure({ mode: 'parallel' })

test('axe finds what is wrong, in the whole page and in an open dialog', async ({ visit }) => {
  const page = await visit({ on: 'desk' })
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  expect(await findings(page)).toEqual([expect.stringMatching(/^image-alt: /)])
  expect(await findings(page, ['color-contrast'])).toEqual([])
  await page.getByRole('button', { name: 'Terms and Conditions' }).click()
  expect(await findings(page)).toEqual([])
  await page.locator('dialog[open]').evaluate((dialog) => dialog.append(document.createElement('img')))
  expect(await findings(page)).toEqual([expect.stringMatching(/^image-alt: /)])
})

for (const screen of ['phone', 'desk'] as const) {
  for (const leg of LEGS) {
    test(`axe finds nothing on any ${leg.name} page at a ${screen}, light and dark`, async ({ visit }) => {
      test.setTimeout(leg.stops.length * 15_000)
      const page = await visit({ on: screen, as: leg.as })
      const found: Record<string, string[]> = {}
      let theme: Theme = 'light'
      for (const stop of leg.stops) {
        await page.emulateMedia({ colorScheme: theme })
        await arrive(page, stop, screen)
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        const all = await findings(page)
        const other: Theme = theme === 'light' ? 'dark' : 'light'
        await page.emulateMedia({ colorScheme: other })
        // the static login asks for the system's theme once, when it is loaded
        if (leg.as === undefined) await arrive(page, stop, screen)
        await expect(page.locator('html')).toHaveAttribute('data-theme', other)
        // the theme changes colours and nothing else
        const colours = await findings(page, ['color-contrast'])
        if (all.length + colours.length > 0)
          found[stop.name] = [
            ...all.map((line) => `${theme} ${line}`),
            ...colours.map((line) => `${other} ${line}`),
          ]
        expect
          .soft(
            await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
            `${stop.name} scrolls sideways`,
          )
          .toBe(0)
        // the next stop begins in the theme that this one ends with: changing it costs as much as a page
        theme = other
      }
      expect(found).toEqual({})
    })
  }
}
