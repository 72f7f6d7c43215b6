import { ADMIN, GATE_ACCOUNT, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import {
  createGateWithDevice,
  createApprovedVisit,
  enrolDevice,
  admitVisitor,
  fetchGateLog,
  getGateStorage,
  typeCode,
} from '../../pages/gate-page.ts'
import { LoginPage } from '../../pages/login-page.ts'
import { CONNECTION_ERROR_PATTERN } from '../../pages/offline.ts'

test.use({ serviceWorkers: 'allow' })

test('the gate without a connection judges by its list, keeps entries over a reload, sends each once, and is wiped when it ends', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(CONNECTION_ERROR_PATTERN)
  const [office, residents] = [await api(ADMIN), await api(RESIDENT)]
  const device = await createGateWithDevice(office, 'North gate')
  await office.call('POST', '/do-not-admit', { name: 'Ramon Reyes', reason: 'Theft' })
  const visitor = await createApprovedVisit(residents, office)
  const endedVisit = await createApprovedVisit(residents, office)

  const page = await visit({ on: 'phone', as: GATE_ACCOUNT, to: '/admin/gate' })
  await enrolDevice(page, device.code)
  await expect(page.getByRole('heading', { name: 'North gate' })).toBeVisible()
  await expect.poll(() => getGateStorage(page)).toMatchObject({ day: 1, isPageCached: true })

  await page.context().setOffline(true)
  await residents.call('DELETE', `/pass/${endedVisit.ticket}`)
  await admitVisitor(page, visitor.code)
  await expect(page.getByText('1 entry waits to be sent')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await expect(page.getByText('1 entry waits to be sent')).toBeVisible()
  await page.getByRole('tab', { name: 'Walk-ins' }).click()
  await page.getByRole('button', { name: 'Register a walk-in' }).click()
  const walkIn = page.getByRole('dialog', { name: 'Register a walk-in' })
  await expect(walkIn).toContainText('Please call the unit.')
  await walkIn.getByLabel('Unit or name').fill('A-101')
  await walkIn.getByRole('textbox', { name: 'Name', exact: true }).fill('REYES, Ramon Jr.')
  await walkIn.getByLabel('Purpose').fill('Delivery')
  await walkIn.getByRole('button', { name: 'Let in' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Ask the office' })).toBeVisible()
  await page.reload()
  await admitVisitor(page, endedVisit.code)
  await expect(page.getByText('3 entries wait to be sent')).toBeVisible()
  await typeCode(page, 'ZZZZZZZZ')
  await expect(page.getByText(/Not on this device's list of \d+:\d\d [AP]M: call the office/)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()

  await page.context().setOffline(false)
  await expect(page.getByText('Online', { exact: true })).toBeVisible()
  await expect(page.getByText(/waits? to be sent/)).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'The pass had ended' })).toBeVisible()
  expect(await fetchGateLog(office, device.gateId)).toEqual([
    [endedVisit.ticket, 'in', true, 'ended'],
    [null, 'refused', true, ''],
    [visitor.ticket, 'in', true, ''],
  ])

  await office.call('DELETE', `/gate-device/${device.id}`)
  await expect(new LoginPage(page).submit).toBeVisible()
  await expect.poll(() => getGateStorage(page)).toMatchObject({ day: 0, entries: '[]' })
  await new LoginPage(page).logIn(GATE_ACCOUNT)
  await expect(new LoginPage(page).failure).toContainText('This device is not enrolled at the gate any more.')
  await new LoginPage(page).logIn(GATE_ACCOUNT)
  await expect(page.getByRole('button', { name: 'Enrol this device' })).toBeVisible()
  expect(await getGateStorage(page)).toMatchObject({ isPageCached: false })
})
