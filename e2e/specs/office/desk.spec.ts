import type { Page } from '@playwright/test'
import { ADMIN, RESIDENT } from '../../fixtures/accounts.ts'
import { callsOf } from '../../fixtures/calls.ts'
import { type Portal, startPortal } from '../../fixtures/portal.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answer, question } from '../../pages/dialogs.ts'
import { LoginPage } from '../../pages/login-page.ts'

// A separate portal: tickets of other tests would change the numbers.
let own: Portal
test.beforeAll(async () => {
  own = await startPortal()
})
test.afterAll(() => own.stop())

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true })

test('the office begins at My work and decides there, and the number in the menu falls', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', to: '/admin', portal: own.url })
  await new LoginPage(page).logIn(ADMIN)
  await expect(page.getByRole('heading', { name: 'My work', level: 1 })).toBeVisible()
  const entry = menuOf(page).getByRole('link', { name: 'Commendations' })
  const waiting = async () => Number(/\d+/.exec(await entry.innerText())?.[0] ?? 0)
  await expect.poll(waiting).toBeGreaterThan(0)
  const before = await waiting()

  // A new ticket is counted at once, and is mine once it is assigned.
  const { id, ticketNumber, updated_at } = await (await callsOf(own.url, RESIDENT)).file('commendation')
  await expect.poll(waiting).toBe(before + 1)
  const office = await callsOf(own.url, ADMIN)
  const { body: me } = await office.call<{ id: number }>('GET', '/me')
  await office.call('PUT', `/commendation/assigned/${id}`, { assigneeId: me.id, updated_at })
  const mine = page.getByRole('region', { name: /^Mine/ })
  await expect(mine.getByRole('link', { name: /^Commendations 1/ })).toHaveAttribute(
    'href',
    `/admin/commendations?assigneeId=${me.id}&statuses=1,2,3`,
  )

  await mine.getByRole('link', { name: ticketNumber }).focus()
  await page.keyboard.press('m')
  await question(page, 'Who does this commendation?').getByRole('button', { name: 'Cancel' }).click()

  // It opens in its page, and closing it comes back.
  await mine.getByRole('link', { name: ticketNumber }).click()
  await expect(page).toHaveURL(/\/admin\/commendations\?modal=true&serviceId=\d+$/)
  const record = page.getByRole('dialog')
  const approve = record.getByRole('button', { name: 'Approve', exact: true })
  await approve.click()
  await answer(page, 'Do you want to approve this item?', 'Approve')
  await expect(approve).toBeHidden()
  await record.getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL(/\/admin\/desk$/)
  await expect(mine.getByRole('row').filter({ hasText: ticketNumber })).toContainText('APPROVED')
  await expect.poll(waiting).toBe(before)
})

test('a folded group stays folded, and shows what waits in it', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk', portal: own.url })
  const group = menuOf(page).getByRole('button', { name: 'PMO Services' })
  const inside = menuOf(page).getByRole('link', { name: 'Gate Pass' })
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await group.click()
  await expect(inside).toBeHidden()
  await expect(group).toContainText(/\d+ waiting$/)
  await page.reload()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await page.goto('/admin/tickets')
  await expect(inside).toHaveAttribute('aria-current', 'page')
})

test('the pages of money are tabs, each at its address', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk', portal: own.url })
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
      await page.goto(path)
      const open = page.getByRole('navigation', { name: entry, exact: true }).locator('[aria-current="page"]')
      await expect(open, path).toHaveText(tab)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(new RegExp(`^${entry}`))
      await expect(menuOf(page).locator('[aria-current="page"]'), path).toHaveText(new RegExp(`^${entry}`))
    }
  await page
    .getByRole('navigation', { name: 'Payments', exact: true })
    .getByRole('link', { name: 'Counter' })
    .click()
  await expect(page).toHaveURL(/\/admin\/counter$/)
})
