import { ADMIN, RESIDENT, resident, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { callsOf } from '../fixtures/calls.ts'
import { type Portal, startPortal } from '../fixtures/portal.ts'
import { expect, test } from '../fixtures/test.ts'
import { answer, toast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { TicketList } from '../pages/ticket-list.ts'

// These changes affect all accounts, so the tests have their own portal.
let own: Portal

test.beforeAll(async () => {
  own = await startPortal()
})
test.afterAll(() => own.stop())

test('a minimum amount below the balance closes the service in menu, page and server until it is raised', async ({
  visit,
}) => {
  const office = await callsOf(own.url, ADMIN)
  const mine = await callsOf(own.url, RESIDENT)
  const { soaAmount } = (await mine.call<{ soaAmount: number }>('GET', '/me')).body
  const set = (amount: number): Promise<unknown> =>
    office.call('POST', '/system-parameter-setting', {
      services: [{ type: 'leasingAssistance', status: 1, amount }],
    })
  const code = async () => (await mine.call<{ code: string }>('POST', '/inquiry', {})).body.code
  await set(soaAmount + 0.01)
  const page = await visit({ on: 'desk', as: RESIDENT, to: '/inquiries', portal: own.url })
  const entry = page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Leasing Assistance' })
  const add = page.getByRole('button', { name: /^Add/ })
  await expect(entry).toBeVisible()
  await expect(add).toBeVisible()
  expect(await code()).toBe('invalidInput')

  await set(soaAmount)
  await expect(
    page.getByText(
      'Please settle your outstanding account at Property Management Office to access this module.',
    ),
  ).toBeVisible()
  await expect(entry).toBeHidden()
  await expect(add).toBeHidden()
  expect(await code()).toBe('serviceBlocked')

  await set(100_000)
  await expect(entry).toBeVisible()
  await expect(add).toBeVisible()
  expect(await code()).toBe('invalidInput')
})

test('a lost connection is shown, and missed changes appear when it is back', async ({
  visit,
  allowError,
}) => {
  allowError(/WebSocket|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/)
  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets', portal: own.url })
  const list = new TicketList(office)
  await list.ready()
  const badge = office.getByRole('status').filter({ hasText: /^(Live|Reconnecting…|Connecting…)$/ })
  await expect(badge).toHaveText('Live')

  await own.halt()
  await expect(badge).toHaveText('Reconnecting…')
  await own.start()
  await (await callsOf(own.url, resident('A-103'))).file('gatePass', { bearerName: 'Filed meanwhile' })
  await expect(badge).toHaveText('Live')
  await expect(list.item('Filed meanwhile')).toBeVisible()

  await office.context().setOffline(true)
  await expect(badge).toHaveText('Reconnecting…', { timeout: 60_000 })
  await (await callsOf(own.url, resident('A-103'))).file('gatePass', { bearerName: 'Filed while away' })
  await office.context().setOffline(false)
  await expect(list.item('Filed while away')).toBeVisible()
  await expect(badge).toHaveText('Live')
})

test('maintenance logs everybody out at once, and ends for all at once', async ({ visit, allowError }) => {
  allowError(/status of (503|401)/)
  const portal = own.url
  const [home, office, superAdmin] = [
    await visit({ on: 'phone', as: RESIDENT, to: '/tickets', portal }),
    await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets', portal }),
    await visit({ on: 'desk', as: SUPER_ADMIN, portal }),
  ]
  await new TicketList(home).ready()
  await new TicketList(office).ready()
  await expect(office.getByText('Live', { exact: true })).toBeVisible()
  // Input made while the saved record is slowly read again is kept.
  await superAdmin.route('**/api/website-settings', async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })

  const toggle = superAdmin.getByRole('switch', { name: 'Maintenance' })
  const message = superAdmin.getByRole('textbox', { name: 'Maintenance message' })
  const submit = superAdmin.getByRole('button', { name: 'Submit', exact: true })
  await toggle.check()
  await message.fill('')
  await submit.click()
  await expect(superAdmin.getByText('Please input your maintenance message!')).toBeVisible()
  await message.fill('We are moving to a larger server until noon.')
  await submit.click()
  await answer(superAdmin, 'Start the maintenance now?', 'Start')
  await expect(toast(superAdmin, 'Website settings successfully updated.')).toBeVisible()

  for (const page of [home, office]) {
    await expect(page.getByRole('heading', { name: "We'll be back soon!" })).toBeVisible()
    await expect(page.getByText('We are moving to a larger server until noon.')).toBeVisible()
  }
  const storage = await office.evaluate(() => ({ ...localStorage }))
  expect(storage.ADMIN_SESSION_TOKEN).toBeUndefined()

  await toggle.uncheck()
  const ended = superAdmin.waitForResponse(
    (response) => response.url().endsWith('/api/website-settings') && response.request().method() === 'POST',
  )
  await submit.click()
  await ended
  await home.reload()
  await expect(new LoginPage(home).submit).toBeVisible()
})
