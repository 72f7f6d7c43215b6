import { basename } from 'node:path'
import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    shifts: [number, string[]][]
    /** API calls sent before the page's scripts are loaded; stored by web/lib/api/first-calls.ts. */
    firstCalls?: { responseByAddress: Map<string, unknown> }
  }
}

/** Delays of API responses in milliseconds, irregular as in a phone network. */
const RESPONSE_DELAYS = [15, 200, 80, 300, 50, 150, 250]

/** Largest allowed layout shift: it allows a pixel or two in a corner. A jumping list scores 0.1 or more. */
const MAX_LAYOUT_SHIFT = 0.01

interface LoadRecorder {
  /**
   * Waits until the page and at least these scripts are loaded. Fails if the page never uses the response of
   * a call sent before its scripts.
   */
  wait: (scripts: readonly string[]) => Promise<LoadReport>
}

interface LoadReport {
  layoutShifts: readonly unknown[]
  scripts: readonly string[]
  bytes: number
}

export async function recordPageLoad(page: Page): Promise<LoadRecorder> {
  const calledPaths: string[] = []
  await page.route('**/api/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const delayMs = RESPONSE_DELAYS[calledPaths.push(pathname + search) % RESPONSE_DELAYS.length]
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await route.fallback()
  })
  await page.addInitScript(() => {
    const shifts: [number, string[]][] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const shiftEntry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        const shiftedTexts = shiftEntry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40))
        if (!shiftEntry.hadRecentInput) shifts.push([shiftEntry.value, shiftedTexts])
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

  const listLoadedScripts = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
    )
  const listScriptNames = (scripts: Awaited<ReturnType<typeof listLoadedScripts>>): string[] => [
    ...new Set(scripts.map(({ name }) => basename(name))),
  ]

  return {
    wait: async (expected) => {
      await expect
        .poll(async () => listScriptNames(await listLoadedScripts()))
        .toEqual(expect.arrayContaining([...expected]))
      await expect(
        page.locator('main [role="status"][aria-label^="Loading"], [aria-busy="true"]'),
      ).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      // Ignores repeated calls: the page sends a call again if its first response is too old.
      const unusedCalls = await page.evaluate(() => [...(window.firstCalls?.responseByAddress.keys() ?? [])])
      expect(
        unusedCalls.filter((address) => calledPaths.indexOf(address) === calledPaths.lastIndexOf(address)),
      ).toEqual([])
      const shifts = await page.evaluate(() => window.shifts)
      const scripts = await listLoadedScripts()
      const totalShift = shifts.reduce((total, [value]) => total + value, 0)
      return {
        layoutShifts: totalShift < MAX_LAYOUT_SHIFT ? [] : shifts,
        scripts: listScriptNames(scripts),
        bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      }
    },
  }
}
