import type { Page } from '@playwright/test'
import { ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { moveTo } from '../../pages/move-to.ts'

const findMenu = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true })

test('a folded group stays folded, and shows what waits in it', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk' })
  const servicesButton = findMenu(page).getByRole('button', { name: 'PMO Services' })
  const gatePassLink = findMenu(page).getByRole('link', { name: 'Gate Pass' })
  await expect(servicesButton).toHaveAttribute('aria-expanded', 'true')
  await servicesButton.click()
  await expect(gatePassLink).toBeHidden()
  await expect(servicesButton).toContainText(/\d+ waiting$/)
  await page.reload()
  await expect(servicesButton).toHaveAttribute('aria-expanded', 'false')
  await page.goto('/admin/tickets')
  await expect(gatePassLink).toHaveAttribute('aria-current', 'page')
})

test('the pages of money are tabs, each at its address', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk' })
  for (const [entry, tabs] of [
    [
      'Billings',
      {
        '/admin/settings': 'Statements',
        '/admin/ageing': 'Ageing',
        '/admin/statement-check': 'Statement check',
        '/admin/reminders': 'Reminders',
      },
    ],
    [
      'Payments',
      {
        '/admin/payments': 'List',
        '/admin/counter': 'Counter',
        '/admin/bank': 'Bank matching',
        '/admin/receipts': 'Receipts',
        '/admin/collections': 'Collections',
        '/admin/certificates': 'Certificates',
      },
    ],
  ] as const)
    for (const [path, tab] of Object.entries(tabs)) {
      await moveTo(page, path)
      const currentTab = page
        .getByRole('navigation', { name: entry, exact: true })
        .locator('[aria-current="page"]')
      await expect(currentTab, path).toHaveText(tab)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(new RegExp(`^${entry}`))
      await expect(findMenu(page).locator('[aria-current="page"]'), path).toHaveText(new RegExp(`^${entry}`))
    }
  await page
    .getByRole('navigation', { name: 'Payments', exact: true })
    .getByRole('link', { name: 'Counter' })
    .click()
  await expect(page).toHaveURL(/\/admin\/counter$/)
})
