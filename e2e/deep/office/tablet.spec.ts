import { ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'

test.describe.configure({ mode: 'parallel' })

test('the menu opens from the header at 900 px and is beside the page on a laptop, never cut', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/payments' })
  const menuPanel = page.getByRole('complementary', { name: 'Menu' })
  await page.setViewportSize({ width: 900, height: 768 })
  await expect(menuPanel).toBeHidden()
  await page.getByRole('button', { name: 'Pages' }).click()
  await menuPanel.getByRole('link', { name: 'Billings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Billings' })).toBeVisible()
  await expect(menuPanel).toBeHidden()

  await page.setViewportSize({ width: 1366, height: 768 })
  const servicesButton = menuPanel.getByRole('button', { name: 'PMO Services' })
  await expect(servicesButton).toHaveAttribute('aria-expanded', 'false')
  await servicesButton.click()
  await menuPanel.getByRole('link', { name: 'Gate Pass' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gate Pass' })).toBeVisible()
  await expect(servicesButton).toHaveAttribute('aria-expanded', 'true')
  expect(await menuPanel.evaluate((menu) => menu.scrollHeight - menu.clientHeight)).toBe(0)
})

test('at 1440 × 900 px every page of the menu is in view, and Logout', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/payments' })
  const menuNavigation = page.getByRole('complementary', { name: 'Menu' }).getByRole('navigation')
  await expect(menuNavigation.getByRole('link', { name: 'Deliveries' })).toBeVisible()
  expect(await menuNavigation.evaluate((menu) => menu.scrollHeight - menu.clientHeight)).toBe(0)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
})

test('the layout does not move when the first checkbox of a list is ticked', async ({ visit }) => {
  // Shows only passes of the demo community, because other tests file new ones.
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?search=JRS' })
  const tableRows = page.locator('tbody:not([aria-hidden]) tr')
  await expect(tableRows.first()).toBeVisible()
  const listPlaces = () =>
    page
      .locator('tbody tr, thead th, .pager')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()))
  const placesBefore = await listPlaces()
  await tableRows.first().getByRole('checkbox').check()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await listPlaces()).toEqual(placesBefore)
})

test('the status column of a ticket fills its modal from header to footer', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  await page.locator('tbody .record-number').first().click()
  const modal = page.getByRole('dialog')
  await expect(modal.locator('.record .state')).toBeVisible()
  const [column, body] = await modal.evaluate((dialog) =>
    ['.record .state', '.body'].map((selector) => {
      const { top, right } = dialog.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return { top, right }
    }),
  )
  expect(column?.top).toBe(body?.top)
  // Up to 16 px are allowed between the right edges of column and body, because a scroll bar may be there.
  expect((body?.right ?? 0) - (column?.right ?? 0)).toBeLessThan(16)
})
