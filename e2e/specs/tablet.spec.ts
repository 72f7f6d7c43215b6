import type { Page } from '@playwright/test'
import { ADMIN, GOOD } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { moveTo } from '../pages/moving.ts'
import { TICKET_PAGES } from '../tour/ticket-pages.ts'

/** Every list of the office. */
const OFFICE = [
  '/admin/services',
  ...TICKET_PAGES.map(({ route }) => `/admin${route}`),
  '/admin/settings',
  '/admin/payments',
  '/admin/announcements',
  '/admin/memorandums',
  '/admin/amenities',
  '/admin/advertisements',
  '/admin/tenants',
  '/admin/feedbacks',
  '/admin/utilities',
  '/admin/utilities?tab=access',
  '/admin/logged-in-logs',
]

const RESIDENT = ['/services', ...TICKET_PAGES.map(({ route }) => route), '/billings']

/** Tables that are wider than their place, or the page if it is. */
function cutTables(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const places = [document.documentElement, ...document.querySelectorAll('.scroll, .panel')]
    return places.flatMap(({ className, tagName, scrollWidth, clientWidth }) =>
      scrollWidth > clientWidth + 1 ? [`${className || tagName}: ${scrollWidth} of ${clientWidth} px`] : [],
    )
  })
}

for (const [name, as, lists] of [
  ['office', ADMIN, OFFICE],
  ['resident', GOOD, RESIDENT],
] as const) {
  for (const width of [900, 1200, 1366]) {
    test(`no column of the ${name}'s lists is cut at ${width} px`, async ({ visit }) => {
      const page = await visit({ on: 'desk', as, to: '/healthz' })
      await page.setViewportSize({ width, height: 768 })
      await page.goto(lists[0] ?? '/')
      for (const to of lists) {
        await moveTo(page, to)
        await expect(page.locator('tbody:not([aria-hidden]) tr').first(), to).toBeVisible()
        expect(await cutTables(page), to).toEqual([])
      }
    })
  }
}

test('the menu opens from the header at 900 px and stands beside the page on a laptop, none of it cut', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/payments' })
  const side = page.getByRole('complementary', { name: 'Menu' })
  await page.setViewportSize({ width: 900, height: 768 })
  await expect(side).toBeHidden()
  await page.getByRole('button', { name: 'Pages' }).click()
  await side.getByRole('link', { name: 'Billings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Billings' })).toBeVisible()
  await expect(side).toBeHidden()

  await page.setViewportSize({ width: 1366, height: 768 })
  const fold = side.getByRole('button', { name: 'PMO Services' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.click()
  await side.getByRole('link', { name: 'Gate Pass' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gate Pass' })).toBeVisible()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  expect(await side.evaluate((menu) => menu.scrollHeight - menu.clientHeight)).toBe(0)
})

test('nothing moves when the first checkbox of a list is ticked', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  const rows = page.locator('tbody:not([aria-hidden]) tr')
  await expect(rows.first()).toBeVisible()
  const places = () =>
    page
      .locator('tbody tr, thead th, .pager')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON()))
  const before = await places()
  await rows.first().getByRole('checkbox').check()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await places()).toEqual(before)
})

for (const [name, to] of [
  ['ticket', '/admin/tickets'],
  ['payment', '/admin/payments'],
] as const) {
  test(`the column of the status of a ${name} fills its modal from the header to the footer`, async ({
    visit,
  }) => {
    const page = await visit({ on: 'desk', as: ADMIN, to })
    await page.locator('tbody button.no').first().click()
    const modal = page.getByRole('dialog')
    await expect(modal.locator('.record > .state')).toBeVisible()
    const [column, body] = await modal.evaluate((dialog) =>
      ['.record > .state', '.body'].map((place) => {
        const { top, right } = dialog.querySelector(place)?.getBoundingClientRect() ?? new DOMRect()
        return { top, right }
      }),
    )
    expect(column?.top).toBe(body?.top)
    // a scrollbar may stand between them
    expect((body?.right ?? 0) - (column?.right ?? 0)).toBeLessThan(16)
  })
}
