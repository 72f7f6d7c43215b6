import { ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'

test('a row is a link: Ctrl and a click open a tab, a click anywhere else opens the panel', async ({
  visit,
}) => {
  // Sorts oldest first, so that tickets filed by other tests do not move the rows.
  const page = await visit({
    on: 'desk',
    as: ADMIN,
    to: '/admin/tickets?search=GP-&limit=10&sort=created_at',
  })
  const link = page.locator('tbody').getByRole('link', { name: /^GP-/ }).first()
  const number = await link.innerText()
  const newPagePromise = page.context().waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  const tab = await newPagePromise
  await expect(tab.getByRole('dialog')).toContainText(number)
  await tab.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(tab).toHaveURL(/\/admin\/tickets\?search=GP-&limit=10&sort=created_at$/)
  await tab.close()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const row = page.locator('tbody tr').first()
  await row.getByRole('checkbox').check()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await row.getByRole('cell').nth(3).click()
  await expect(page.getByRole('dialog')).toContainText(number)
  await expect(page).toHaveURL(/search=GP-&limit=10&sort=created_at&modal=true&serviceId=\d+$/)
})

test('closing a ticket goes back to Services or the search, with place, page and words kept', async ({
  visit,
}) => {
  const pagePath = '/admin/services?page=2&limit=25&search=GP-&sort=created_at'
  const page = await visit({ on: 'desk', as: ADMIN, to: pagePath })
  const closeDialog = () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  const links = page.locator('tbody').getByRole('link', { name: /^GP-/ })
  const lastTicketNumber = await links.last().innerText()
  await links.last().click()
  await expect(page).toHaveURL(/\/admin\/tickets\?modal=true&serviceId=\d+$/)
  await expect(page.getByRole('dialog')).toContainText(lastTicketNumber)
  await closeDialog()
  await expect(page).toHaveURL(/\/admin\/services\?page=2&limit=25&search=GP-&sort=created_at$/)
  await expect(page.getByRole('searchbox')).toHaveValue('GP-')
  await expect(page.getByRole('link', { name: lastTicketNumber, exact: true })).toBeInViewport()
  await expect(page.getByRole('link', { name: lastTicketNumber, exact: true })).toBeFocused()

  await page.keyboard.press('Control+k')
  const searchBox = page.getByRole('combobox', { name: /^Search/ })
  await searchBox.fill(lastTicketNumber)
  const resultOptions = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(resultOptions).toHaveCount(1)
  await searchBox.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(lastTicketNumber)
  await closeDialog()
  await expect(searchBox).toHaveValue(lastTicketNumber)
  await expect(resultOptions).toContainText(lastTicketNumber)
  await searchBox.press('Escape')
  await expect(searchBox).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/services\?page=2/)
})

test('the size of a page and the last tab are remembered by the browser, and the address wins', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/services' })
  await expect(page.getByText(/^1 to 25 of/)).toBeVisible()
  await page.getByRole('button', { name: 'Page 3' }).click()
  await expect(page.getByText(/^51 to 75 of/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  await expect(page).toHaveURL(/page=2&limit=50/)
  await expect(page.getByText(/^51 to 100 of/)).toBeVisible()
  await page.goto('/admin/tickets')
  await expect(page.getByText(/^1 to 50 of/)).toBeVisible()
  await page.getByRole('tab', { name: /^Approval/ }).click()
  await page.goto('/admin/services?limit=10')
  await expect(page.getByText(/^1 to 10 of/)).toBeVisible()
  await page.goto('/admin/tickets')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Approval/)
  await expect(page).toHaveURL(/status=1/)
  await page.goto('/admin/tickets?status=2')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Approved/)
})
