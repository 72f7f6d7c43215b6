import { GOOD } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'

/** Milliseconds that the answers take, one after the other: quick and slow ones mixed, as on a phone. */
const WAITS = [50, 600, 250, 900, 150, 450, 750]

/** A shift of a pixel or two in a corner is allowed; a list that jumps is a tenth and more. */
const MOST = 0.01

test.describe.configure({ mode: 'parallel' })

for (const screen of ['phone', 'desk'] as const) {
  for (const [name, to] of [
    ['login', undefined],
    ['dashboard', '/'],
    ['gate passes', '/tickets'],
    ['billings', '/billings'],
    ['announcements', '/mail'],
    ['memorandums', '/memorandums'],
  ] as const) {
    test(`nothing moves on the ${name} page at a ${screen} while it loads, however slowly`, async ({
      visit,
    }) => {
      const page = await visit({ on: screen, as: to && GOOD, to: '/healthz' })
      let calls = 0
      await page.route('**/api/**', async (route) => {
        const wait = WAITS[calls++ % WAITS.length]
        await new Promise((resolve) => setTimeout(resolve, wait))
        await route.fallback()
      })
      await page.addInitScript(() => {
        const shifts: [number, string[]][] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
            sources: { node: Node | null }[]
          })[]) {
            const words = entry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40))
            if (!entry.hadRecentInput) shifts.push([entry.value, words])
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(to ?? '/')
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(
        page.locator('main [role="status"][aria-label^="Loading"], [aria-busy="true"]'),
      ).toHaveCount(0)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: [number, string[]][] }).shifts)
      const sum = shifts.reduce((total, [value]) => total + value, 0)
      expect(sum, JSON.stringify(shifts)).toBeLessThan(MOST)
      // every call that was sent before any script is the answer to a question of the page's
      const unasked = await page.evaluate(() => {
        const { firstCalls } = window as unknown as { firstCalls?: { answers: Map<string, unknown> } }
        return [...(firstCalls?.answers.keys() ?? [])]
      })
      expect(unasked).toEqual([])
    })
  }
}
