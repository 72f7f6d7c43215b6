import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { arrive, LEGS } from '../tour.ts'

/** What axe finds, in a line each: the rule, where, and why. Under a dialog the page is inert, and a stop of its own. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // one frame only, so axe need not open a page of its own to put frames together
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]')
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

test.describe.configure({ mode: 'parallel' })

for (const screen of ['phone', 'desk'] as const) {
  for (const leg of LEGS) {
    test(`axe finds nothing on any ${leg.name} page at a ${screen}, light and dark`, async ({ visit }) => {
      test.setTimeout(leg.stops.length * 15_000)
      const page = await visit({ on: screen, as: leg.as })
      const found: Record<string, string[]> = {}
      for (const stop of leg.stops) {
        await page.emulateMedia({ colorScheme: 'light' })
        await arrive(page, stop, screen)
        const light = await findings(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        // the static login asks for the system's theme once, when it is loaded
        if (leg.as === undefined) await arrive(page, stop, screen)
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
        // the theme changes colours and nothing else
        const dark = await findings(page, ['color-contrast'])
        if (light.length + dark.length > 0)
          found[stop.name] = [...light, ...dark.map((line) => `dark ${line}`)]
        expect
          .soft(
            await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
            `${stop.name} scrolls sideways`,
          )
          .toBe(0)
      }
      expect(found).toEqual({})
    })
  }
}
