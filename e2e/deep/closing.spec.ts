import { ADMIN, RESIDENT, createResidentAccount } from '../fixtures/accounts.ts'
import { createApiClient } from '../fixtures/api-client.ts'
import { type Portal, startPortal } from '../fixtures/portal.ts'
import { expect, test } from '../fixtures/test.ts'
import { TicketList } from '../pages/ticket-list.ts'

// A separate portal, because the changes of these tests affect all accounts.
let ownPortal: Portal

test.beforeAll(async () => {
  ownPortal = await startPortal()
})
test.afterAll(() => ownPortal.stop())

test('a minimum amount below the balance closes the service in menu, page and server until it is raised', async ({
  visit,
}) => {
  const adminClient = await createApiClient(ownPortal.url, ADMIN)
  const residentClient = await createApiClient(ownPortal.url, RESIDENT)
  const { soaAmount } = (await residentClient.call<{ soaAmount: number }>('GET', '/me')).body
  const setMinimumAmount = (amount: number): Promise<unknown> =>
    adminClient.call('POST', '/system-parameter-setting', {
      services: [{ type: 'leasingAssistance', status: 1, amount }],
    })
  const fetchRefusalCode = async () =>
    (await residentClient.call<{ code: string }>('POST', '/inquiry', {})).body.code
  await setMinimumAmount(soaAmount + 0.01)
  const page = await visit({ on: 'desk', as: RESIDENT, to: '/inquiries', portal: ownPortal.url })
  const menuLink = page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Leasing Assistance' })
  const addButton = page.getByRole('button', { name: /^Add/ })
  await expect(menuLink).toBeVisible()
  await expect(addButton).toBeVisible()
  expect(await fetchRefusalCode()).toBe('invalidInput')

  await setMinimumAmount(soaAmount)
  await expect(
    page.getByText(
      'Please settle your outstanding account at Property Management Office to access this module.',
    ),
  ).toBeVisible()
  await expect(menuLink).toBeHidden()
  await expect(addButton).toBeHidden()
  expect(await fetchRefusalCode()).toBe('serviceBlocked')

  await setMinimumAmount(100_000)
  await expect(menuLink).toBeVisible()
  await expect(addButton).toBeVisible()
  expect(await fetchRefusalCode()).toBe('invalidInput')
})

test('a lost connection is shown, and missed changes appear when it is back', async ({
  visit,
  allowError,
}) => {
  allowError(/WebSocket|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/)
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets', portal: ownPortal.url })
  const ticketList = new TicketList(adminPage)
  await ticketList.waitForRows()
  const badge = adminPage.getByRole('status').filter({ hasText: /^(Live|Reconnecting…|Connecting…)$/ })
  await expect(badge).toHaveText('Live')

  await ownPortal.halt()
  await expect(badge).toHaveText('Reconnecting…')
  await ownPortal.start()
  await (
    await createApiClient(ownPortal.url, createResidentAccount('A-103'))
  ).file('gatePass', { bearerName: 'Filed meanwhile' })
  await expect(badge).toHaveText('Live')
  await expect(ticketList.findItem('Filed meanwhile')).toBeVisible()

  await adminPage.context().setOffline(true)
  await expect(badge).toHaveText('Reconnecting…', { timeout: 60_000 })
  await (
    await createApiClient(ownPortal.url, createResidentAccount('A-103'))
  ).file('gatePass', { bearerName: 'Filed while away' })
  await adminPage.context().setOffline(false)
  await expect(ticketList.findItem('Filed while away')).toBeVisible()
  await expect(badge).toHaveText('Live')
})
