import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Account, ADMIN, GATE, RESIDENT } from '../fixtures/accounts.ts'
import { expect, type Screen, test } from '../fixtures/test.ts'

declare global {
  interface Window {
    /** Layout shifts: the score of each, and the first words of the elements that moved. */
    shifts: [number, string[]][]
    /** Calls sent before any script, kept by web/lib/api/first-calls.ts. */
    firstCalls?: { answers: Map<string, unknown> }
  }
}

/** Delays of successive answers in milliseconds, mixed as on a phone. */
const WAITS = [15, 200, 80, 300, 50, 150, 250]

/** Allows a shift of a pixel or two in a corner; a jumping list scores 0.1 and more. */
const MAX_SHIFT = 0.01

/** Limits of script bytes, as transferred. */
const LOGIN_BYTES = 130_000
const PAGE_BYTES: Record<Screen, number> = { phone: 230_000, desk: 320_000 }

/** Words that occur only in the code of these parts. */
const PARTS = {
  'the calendar': 'rdp-',
  'the editor': 'ProseMirror',
  'the charts': 'cubicInterpolationMode',
} as const

const ASSETS = join(import.meta.dirname, '../../web/dist/assets')

/** Returns the parts whose code is in one of these scripts of the build. */
function partsIn(names: readonly string[]): string[] {
  const code = names.map((name) => readFileSync(join(ASSETS, name), 'utf8')).join('\n')
  return Object.entries(PARTS).flatMap(([part, word]) => (code.includes(word) ? [part] : []))
}

/** Delays answers of the API, and records layout shifts from the start. */
async function watchLoading(page: Page): Promise<void> {
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
}

interface Loaded {
  /** Visible layout shifts, with the first words of the moved elements. */
  shifted: readonly unknown[]
  bytes: number
  scripts: readonly string[]
}

/** Waits until the page is loaded, and returns how it loaded; all calls sent before scripts must have been used. */
async function waitUntilLoaded(page: Page): Promise<Loaded> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('main [role="status"][aria-label^="Loading"], [aria-busy="true"]')).toHaveCount(0)
  const { shifts, unasked, scripts } = await page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      shifts: window.shifts,
      unasked: [...(window.firstCalls?.answers.keys() ?? [])],
      scripts: loaded
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
    }
  })
  expect(unasked).toEqual([])
  const moved = shifts.reduce((total, [value]) => total + value, 0)
  return {
    shifted: moved < MAX_SHIFT ? [] : shifts,
    bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
    scripts: scripts.map(({ name }) => basename(name)),
  }
}

const BOTH = ['phone', 'desk'] as const
const PAGES: readonly {
  name: string
  to: string
  on: readonly Screen[]
  as?: Account
  /** Whether nothing may move while it loads. */
  still?: true
  opens?: 'form' | 'post'
}[] = [
  { name: 'home', to: '/', on: BOTH, still: true },
  { name: 'gate passes', to: '/tickets', on: BOTH, still: true },
  { name: 'gate passes with the open form', to: '/tickets?modal=true', on: BOTH, opens: 'form' },
  {
    name: 'reservations with the open form',
    to: '/reservations?modal=true',
    on: BOTH,
    opens: 'form',
    still: true,
  },
  {
    name: 'incident reports with the open form',
    to: '/incident-reports?modal=true',
    on: BOTH,
    opens: 'form',
  },
  { name: 'billings', to: '/billings', on: BOTH, still: true },
  { name: 'announcements', to: '/mail', on: BOTH, still: true },
  { name: 'open announcement', to: '/mail?postId=', on: ['phone'], opens: 'post' },
  { name: 'memorandums', to: '/memorandums', on: BOTH, still: true },
  { name: 'house rules', to: '/policies', on: ['phone'], still: true },
  { name: 'Ask the office', to: '/ask', on: BOTH, still: true },
  { name: 'my work of the office', to: '/admin/desk', on: BOTH, as: ADMIN },
  { name: 'house rules of the office', to: '/admin/policies', on: ['phone'], as: ADMIN, still: true },
  { name: 'the gate', to: '/admin/gate', on: ['phone'], as: GATE },
  { name: 'profile settings', to: '/settings', on: ['phone'], still: true },
  { name: 'ways to pay', to: '/billings/payments', on: ['phone'], still: true },
  { name: 'deposit', to: '/billings/payments/deposit', on: ['phone'] },
  {
    name: 'return from a gateway',
    to: '/billings/payments/dragonpay/message?path=open&status=S',
    on: ['phone'],
  },
]

test.describe.configure({ mode: 'parallel' })

test('the words of the parts occur in the build', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
  expect(partsIn(scripts)).toEqual(Object.keys(PARTS))
})

for (const screen of BOTH) {
  test(`the login at a ${screen} loads under ${LOGIN_BYTES / 1000} KB of script, and nothing on it moves`, async ({
    visit,
  }) => {
    const page = await visit({ on: screen, to: '/healthz' })
    await watchLoading(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    const { bytes, shifted } = await waitUntilLoaded(page)
    expect(shifted).toEqual([])
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThan(LOGIN_BYTES)
  })

  for (const { name, to, as = RESIDENT, opens, still } of PAGES.filter(({ on }) => on.includes(screen))) {
    const budget = PAGE_BYTES[screen]
    const stays = still ? ', and nothing on it moves' : ''
    test(`the page of ${name} at a ${screen} loads under ${budget / 1000} KB of script${stays}`, async ({
      visit,
      api,
    }) => {
      const page = await visit({ on: screen, as, to: '/healthz' })
      await watchLoading(page)
      const posts = '/posts?page=1&limit=10'
      const id =
        opens === 'post' &&
        (await (await api(RESIDENT)).call<{ data: { id: number }[] }>('GET', posts)).body.data[0]?.id
      await page.goto(id ? `${to}${id}` : to)
      if (opens === 'form')
        await expect(page.getByRole('dialog').getByRole('button', { name: /^Submit/ })).toBeVisible()
      else await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const { bytes, scripts, shifted } = await waitUntilLoaded(page)
      if (still) expect(shifted).toEqual([])
      expect(bytes).toBeGreaterThan(10_000)
      expect(bytes).toBeLessThan(budget)
      if (screen === 'phone') expect(partsIn(scripts)).toEqual([])
    })
  }
}
