import type { Page } from '@playwright/test'
import { ADMIN, resident } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'

const SOMEBODY = resident('C-101')

interface Loaded {
  bytes: number
  /** Everything that was loaded, as text. */
  code: string
}

/** The scripts that the open page has loaded, as they came over the wire. */
async function scriptsOf(page: Page): Promise<Loaded> {
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap((entry) =>
        entry instanceof PerformanceResourceTiming && new URL(entry.name).pathname.endsWith('.js')
          ? [{ url: entry.name, bytes: entry.encodedBodySize }]
          : [],
      ),
  )
  const texts = await Promise.all(scripts.map(async ({ url }) => (await page.request.get(url)).text()))
  return { bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0), code: texts.join('\n') }
}

/** Words that only the code of these parts has. */
const PARTS = {
  'the calendar': 'rdp-',
  'the editor': 'ProseMirror',
  'the charts': 'cubicInterpolationMode',
} as const

function partsIn(code: string): string[] {
  return Object.entries(PARTS).flatMap(([name, word]) => (code.includes(word) ? [name] : []))
}

for (const [screen, budget] of [
  ['phone', 230_000],
  ['desk', 320_000],
] as const) {
  test(`on a ${screen} the login loads under 130 KB of script`, async ({ visit }) => {
    const page = await visit({ on: screen, to: '/healthz' })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    const { bytes } = await scriptsOf(page)
    console.log(`login on a ${screen}: ${(bytes / 1000).toFixed(1)} KB of script`)
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThan(130_000)
  })

  for (const [name, to] of [
    ['home page', '/'],
    ['gate passes with the open form', '/tickets?modal=true'],
    ['reservations with the open form', '/reservations?modal=true'],
    ['incident reports with the open form', '/incident-reports?modal=true'],
  ] as const) {
    test(`on a ${screen} the ${name} loads under ${budget / 1000} KB of script`, async ({ visit }) => {
      const page = await visit({ on: screen, as: SOMEBODY, to: '/healthz' })
      await page.goto(to)
      if (to === '/') await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
      else await expect(page.getByRole('dialog').getByRole('button', { name: /^Submit/ })).toBeVisible()
      const { bytes, code } = await scriptsOf(page)
      console.log(`${name} on a ${screen}: ${(bytes / 1000).toFixed(1)} KB of script`)
      expect(bytes).toBeGreaterThan(10_000)
      expect(bytes).toBeLessThan(budget)
      if (screen === 'phone') expect(partsIn(code)).toEqual([])
      // or the words above have changed, and the line before finds nothing any more
      else if (to.startsWith('/tickets')) expect(partsIn(code)).toContain('the calendar')
    })
  }
}

for (const [name, to] of [
  ['announcements', '/mail'],
  ['memorandums', '/memorandums'],
  ['house rules', '/policies'],
  ['profile settings', '/settings'],
  ['billings', '/billings'],
  ['ways to pay', '/billings/payments'],
  ['deposit', '/billings/payments/deposit'],
  ['return from a gateway', '/billings/payments/dragonpay/message?path=open&status=S'],
  ['open announcement', '/mail?postId='],
] as const) {
  test(`on a phone the ${name} load under 230 KB of script, without editor or charts`, async ({
    visit,
    api,
  }) => {
    const page = await visit({ on: 'phone', as: SOMEBODY, to: '/healthz' })
    const posts = await (
      await api(SOMEBODY)
    ).call<{ data: { id: number }[] }>('GET', '/posts?page=1&limit=10')
    await page.goto(to.endsWith('=') ? `${to}${posts.body.data[0]?.id}` : to)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [role="status"][aria-label^="Loading"]')).toHaveCount(0)
    const { bytes, code } = await scriptsOf(page)
    console.log(`${name} on a phone: ${(bytes / 1000).toFixed(1)} KB of script`)
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThan(230_000)
    expect(partsIn(code)).toEqual([])
  })
}

test('the words by which editor and charts are known still occur where they are used', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/healthz' })
  await page.goto('/admin')
  await expect(page.locator('.chartcard canvas')).toHaveCount(3)
  expect(partsIn((await scriptsOf(page)).code)).toContain('the charts')
  await page.goto('/admin/announcements?modal=true')
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  expect(partsIn((await scriptsOf(page)).code)).toContain('the editor')
})
