import { ADMIN, GATE_ACCOUNT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../../pages/dialogs.ts'
import { createGateWithDevice, enrolDevice, fetchGateLog } from '../../pages/gate-page.ts'
import { LoginPage } from '../../pages/login-page.ts'
import {
  listStoredData,
  CONNECTION_ERROR_PATTERN,
  fetchSessionStatus,
  waitForServiceWorker,
} from '../../pages/offline.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'parallel' })

for (const connection of ['online', 'offline'])
  test(`a guard who logs out ${connection} leaves no name on the device of the gate`, async ({
    visit,
    api,
    portal,
    allowError,
  }) => {
    allowError(CONNECTION_ERROR_PATTERN)
    allowError(/status of 4/)
    const adminClient = await api(ADMIN)
    const device = await createGateWithDevice(adminClient, `Gate ${connection}`)
    const page = await visit({ on: 'phone', as: GATE_ACCOUNT, to: '/admin/gate', portal })
    await enrolDevice(page, device.code)
    await waitForServiceWorker(page)
    await expect.poll(async () => (await listStoredData(page)).databases['gate day']).not.toBe('[]')
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/admin/gate')) !== undefined))
      .toBe(true)

    await page.context().setOffline(true)
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Walk-ins' }).click()
    await page.getByRole('button', { name: 'Register a walk-in' }).click()
    const walkIn = page.getByRole('dialog', { name: 'Register a walk-in' })
    await walkIn.getByLabel('Unit or name').fill('A-101')
    await walkIn.getByRole('textbox', { name: 'Name', exact: true }).fill('Nestor Villamor')
    await walkIn.getByLabel('Purpose').fill('Delivery')
    await walkIn.getByRole('button', { name: 'Let in' }).click()
    await expect(page.getByText('1 entry waits to be sent')).toBeVisible()
    expect((await listStoredData(page)).databases['gate entries']).toContain('Villamor')
    const token = await page.evaluate(() => localStorage.getItem('ADMIN_SESSION_TOKEN'))

    if (connection === 'online') {
      await page.route('**/api/gate-events', (route) => route.abort('connectionreset'))
      await page.context().setOffline(false)
    }
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(findAlertDialog(page, 'Do you want to logout?')).toContainText('without names')
    await answerAlertDialog(page, 'Do you want to logout?', 'Logout')
    await expect(new LoginPage(page).submit).toBeVisible()
    await page.unrouteAll()
    await expect.poll(async () => (await listStoredData(page)).databases['gate day']).toBe('[]')
    const { unexpected, databases } = await listStoredData(page)
    expect(unexpected).toEqual([])
    expect(Object.keys(databases).toSorted()).toEqual(['gate contradictions', 'gate day', 'gate entries'])
    expect(databases['gate contradictions']).toBe('[]')
    expect(databases['gate entries']).toContain('"kind":"in"')
    expect(databases['gate entries']).not.toMatch(/Villamor|Delivery|Gate Guard|note|"by"/)

    await page.context().setOffline(false)
    await expect.poll(() => fetchSessionStatus(portal, token)).toBe(401)
    await new LoginPage(page).logIn(ADMIN)
    await expect(page.getByText('Online', { exact: true })).toBeVisible()
    await expect.poll(() => fetchGateLog(adminClient, device.gateId)).toEqual([[null, 'in', true, '']])
    const log = await adminClient.call<{ data: { note: string }[] }>(
      'GET',
      `/gate-log?page=1&limit=50&gateId=${device.gateId}`,
    )
    expect(log.body.data.map(({ note }) => note)).toEqual([expect.stringMatching(/^Recorded by .+\.$/)])
  })
