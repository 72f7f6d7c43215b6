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
  const office = await createApiClient(ownPortal.url, ADMIN)
  const residentClient = await createApiClient(ownPortal.url, RESIDENT)
  const { soaAmount } = (await residentClient.call<{ soaAmount: number }>('GET', '/me')).body
  const setMinimumAmount = (amount: number): Promise<unknown> =>
    office.call('POST', '/system-parameter-setting', {
      services: [{ type: 'leasingAssistance', status: 1, amount }],
    })
  const fetchRefusalCode = async () =>
    (await residentClient.call<{ code: string }>('POST', '/inquiry', {})).body.code
  await setMinimumAmount(soaAmount + 0.01)
  const page = await visit({ on: 'desk', as: RESIDENT, to: '/inquiries', portal: ownPortal.url })
  const entry = page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Leasing Assistance' })
  const add = page.getByRole('button', { name: /^Add/ })
  await expect(entry).toBeVisible()
  await expect(add).toBeVisible()
  expect(await fetchRefusalCode()).toBe('invalidInput')

  await setMinimumAmount(soaAmount)
  await expect(
    page.getByText(
      'Please settle your outstanding account at Property Management Office to access this module.',
    ),
  ).toBeVisible()
  await expect(entry).toBeHidden()
  await expect(add).toBeHidden()
  expect(await fetchRefusalCode()).toBe('serviceBlocked')

  await setMinimumAmount(100_000)
  await expect(entry).toBeVisible()
  await expect(add).toBeVisible()
  expect(await fetchRefusalCode()).toBe('invalidInput')
})

test('a lost connection is shown, and missed changes appear when it is back', async ({
  visit,
  allowError,
}) => {
  allowError(/WebSocket|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/)
  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets', portal: ownPortal.url })
  const list = new TicketList(office)
  await list.waitForRows()
  const badge = office.getByRole('status').filter({ hasText: /^(Live|Reconnecting…|Connecting…)$/ })
  await expect(badge).toHaveText('Live')

  await ownPortal.halt()
  await expect(badge).toHaveText('Reconnecting…')
  await ownPortal.start()
  await (
    await createApiClient(ownPortal.url, createResidentAccount('A-103'))
  ).file('gatePass', { bearerName: 'Filed meanwhile' })
  await expect(badge).toHaveText('Live')
  await expect(list.findItem('Filed meanwhile')).toBeVisible()

  await office.context().setOffline(true)
  await expect(badge).toHaveText('Reconnecting…', { timeout: 60_000 })
  await (
    await createApiClient(ownPortal.url, createResidentAccount('A-103'))
  ).file('gatePass', { bearerName: 'Filed while away' })
  await office.context().setOffline(false)
  await expect(list.findItem('Filed while away')).toBeVisible()
  await expect(badge).toHaveText('Live')
})
