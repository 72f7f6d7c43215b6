import { ADMIN } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'

/** The widest lists of the office, and the one with a table under a form. */
const WIDE = [
  '/admin/payments',
  '/admin/permits',
  '/admin/reservations',
  '/admin/announcements',
  '/admin/tenants',
  '/admin/utilities',
  '/admin/utilities?tab=access',
]

test('on a tablet held sideways no list of the office widens the page: it scrolls in its own place', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/services' })
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const to of WIDE) {
    await page.goto(to)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    const [width, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ])
    expect(width, to).toBeLessThanOrEqual(room ?? 0)
  }
})
