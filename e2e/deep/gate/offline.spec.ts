import { ADMIN, GATE_ACCOUNT, HOME_PATHS, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import {
  createGateWithDevice,
  createApprovedVisit,
  enrolDevice,
  admitVisitor,
  fetchGateLog,
  getGateStorage,
} from '../../pages/gate-page.ts'
import { LoginPage } from '../../pages/login-page.ts'
import { CONNECTION_ERROR_PATTERN } from '../../pages/offline.ts'

test.use({ serviceWorkers: 'allow' })

test('two tabs of a device send each entry once', async ({ visit, api, allowError }) => {
  allowError(CONNECTION_ERROR_PATTERN)
  const [office, residents] = [await api(ADMIN), await api(RESIDENT)]
  const device = await createGateWithDevice(office, 'South gate')
  const visitors = [
    await createApprovedVisit(residents, office),
    await createApprovedVisit(residents, office),
  ] as const

  const firstTab = await visit({ on: 'phone', as: GATE_ACCOUNT, to: '/admin/gate' })
  await enrolDevice(firstTab, device.code)
  const secondTab = await firstTab.context().newPage()
  await secondTab.goto('/admin/gate')
  await expect(secondTab.getByText(/List of \d+:\d\d/)).toBeVisible()

  await firstTab.context().setOffline(true)
  await admitVisitor(firstTab, visitors[0].code)
  await admitVisitor(secondTab, visitors[1].code)
  for (const page of [firstTab, secondTab])
    await expect(page.getByText('2 entries wait to be sent')).toBeVisible()
  await firstTab.context().setOffline(false)
  for (const page of [firstTab, secondTab]) await expect(page.getByText(/waits? to be sent/)).toHaveCount(0)
  const log = await fetchGateLog(office, device.gateId)
  expect(log.toSorted()).toEqual(visitors.map(({ ticket }) => [ticket, 'in', true, '']))
})

test('a walk-in let in without a connection is inside, is undone and leaves; what waits on an ended device is sent', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(CONNECTION_ERROR_PATTERN)
  allowError(/status of 40[13]/)
  const [office, residents] = [await api(ADMIN), await api(RESIDENT)]
  const device = await createGateWithDevice(office, 'West gate')
  const visitor = await createApprovedVisit(residents, office)
  // Logs in again, because the session of the other test already belongs to the device of that test.
  const page = await visit({ on: 'phone', to: HOME_PATHS.admin })
  const loginPage = new LoginPage(page)
  await loginPage.logIn(GATE_ACCOUNT)
  await enrolDevice(page, device.code)
  await expect.poll(() => getGateStorage(page)).toMatchObject({ day: 1, isPageCached: true })
  const registerWalkIn = async (name: string): Promise<void> => {
    await page.getByRole('tab', { name: 'Walk-ins' }).click()
    await page.getByRole('button', { name: 'Register a walk-in' }).click()
    const form = page.getByRole('dialog', { name: 'Register a walk-in' })
    await form.getByLabel('Unit or name').fill('unit a101')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await form.getByLabel('Purpose').fill('Repair')
    await form.getByRole('button', { name: 'Let in' }).click()
  }
  await page.context().setOffline(true)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await registerWalkIn('Berto Lim')
  await page.getByRole('button', { name: 'Undo: In Berto Lim' }).click()
  await registerWalkIn('Carla Yu')
  await page.getByRole('tab', { name: /Inside/ }).click()
  await expect(page.getByText('Carla Yu').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Out: Berto Lim' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Out: Carla Yu' }).click()
  await expect(page.getByRole('button', { name: 'Out: Carla Yu' })).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.getByText('Online', { exact: true })).toBeVisible()
  await expect(page.getByText(/waits? to be sent/)).toHaveCount(0)
  const fetchLoggedNames = async (): Promise<unknown[]> => {
    const { body } = await office.call<{ data: Record<string, unknown>[] }>(
      'GET',
      `/gate-log?page=1&limit=50&gateId=${device.gateId}`,
    )
    return body.data.map(({ kind, name, unitNumber, mark, undone }) => [kind, name, unitNumber, mark, undone])
  }
  expect(await fetchLoggedNames()).toEqual([
    ['out', 'Carla Yu', 'A-101', '', false],
    ['in', 'Carla Yu', 'A-101', '', false],
    ['undo', 'Berto Lim', 'A-101', '', false],
    ['in', 'Berto Lim', 'A-101', '', true],
  ])

  await page.context().setOffline(true)
  await page.getByRole('tab', { name: 'Find' }).click()
  await admitVisitor(page, visitor.code)
  await expect(page.getByText(/waits? to be sent/)).toBeVisible()
  await office.call('DELETE', `/gate-device/${device.id}`)
  await page.context().setOffline(false)
  await expect(loginPage.submit).toBeVisible()
  await loginPage.logIn(GATE_ACCOUNT)
  await expect(loginPage.failure).toContainText('This device is not enrolled at the gate any more.')
  await loginPage.logIn(GATE_ACCOUNT)
  await expect.poll(async () => (await fetchLoggedNames()).length).toBe(5)
  expect(await fetchGateLog(office, device.gateId)).toContainEqual([visitor.ticket, 'in', true, ''])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('GATE_DEVICE_ENDED'))).toBeNull()
})
