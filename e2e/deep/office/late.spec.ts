import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { createApiClient } from '../../fixtures/api-client.ts'
import { type ClockedPortal, startClockedPortal } from '../../fixtures/clocked-portal.ts'
import { expect, test } from '../../fixtures/test.ts'

const MINUTE_SECONDS = 60

let portal: ClockedPortal | undefined

test.beforeAll(async () => {
  portal = await startClockedPortal()
})
test.afterAll(() => portal?.stop())

test('an assigned ticket becomes late under a moved clock, and an open page of another browser says so', async ({
  visit,
}) => {
  test.skip(portal === undefined, 'faketime is not installed')
  if (!portal) return
  const { url, clock } = portal
  const adminClient = await createApiClient(url, ADMIN)
  const day = { opens: '00:00', closes: '23:59' }
  await adminClient.call('PUT', '/office-hours', { week: Array.from({ length: 7 }, () => day) })
  await adminClient.call('POST', '/due-rule', { module: 'incidentReport', hours: 1 })
  const reporterClient = await createApiClient(url, createResidentAccount('B-104'))
  const incidentReport = await reporterClient.file('incidentReport')
  const { body: me } = await adminClient.call<{ id: number }>('GET', '/me')
  const assignment = { assigneeId: me.id, updated_at: incidentReport.updated_at }
  await adminClient.call('PUT', `/report/assigned/${incidentReport.id}`, assignment)

  // An idle session expires within an hour, so the page is opened only shortly before the hour ends.
  clock.set(58 * MINUTE_SECONDS)
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk', portal: url, now: clock.now() })
  const ownTicketsRegion = adminPage.getByRole('region', { name: /^Mine/ })
  await expect(
    ownTicketsRegion.getByRole('row').filter({ hasText: incidentReport.ticketNumber }),
  ).toContainText(/Due /)
  await expect(adminPage.getByRole('region', { name: /^Late/ })).toHaveCount(0)

  clock.set(62 * MINUTE_SECONDS)
  const lateRegion = adminPage.getByRole('region', { name: /^Late/ })
  await expect(lateRegion.getByRole('row').filter({ hasText: incidentReport.ticketNumber })).toBeVisible({
    timeout: 90_000,
  })
  await adminPage.getByRole('button', { name: /^Notifications/ }).click()
  const lateNotification = adminPage.getByRole('listitem').filter({ hasText: 'Incident report is late' })
  await expect(lateNotification).toHaveCount(1)
  await expect(lateNotification).toContainText(`${incidentReport.ticketNumber} was due on`)
})
