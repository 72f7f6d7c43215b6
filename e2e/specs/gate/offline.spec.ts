import type { Page } from '@playwright/test'
import { formatPicker } from '@tahanan/contract/time.ts'
import { ADMIN, GATE, RESIDENT } from '../../fixtures/accounts.ts'
import type { Calls } from '../../fixtures/calls.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answer, question } from '../../pages/dialogs.ts'
import { LoginPage } from '../../pages/login-page.ts'

/** Console errors of calls without a connection, and of an ended session. */
const EXPECTED = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to (?:load|fetch)|fetching the script/

interface Visitor {
  ticket: number
  code: string
}

/** Files a visit of today, which the office approves. */
async function approveVisit(residents: Calls, office: Calls): Promise<Visitor> {
  const soon = formatPicker(new Date(Date.now() + 600_000), 'Asia/Manila')
  const filed = await residents.file('visitor', { dateOfVisit: soon })
  await office.change('visitor', filed.id, { status: 2 })
  const { body } = await residents.call<{ code: string }>('GET', `/pass/${filed.id}`)
  return { ticket: filed.id, code: body.code }
}

/** Texts in the stores of this origin that hold data: what is kept for offline, and what waits. */
async function readStores(page: Page): Promise<{ day: number; entries: string; isPageKept: boolean }> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open('gate')
      open.addEventListener('success', () => resolve(open.result))
      open.addEventListener('error', () => reject(open.error ?? new Error('not opened')))
    })
    const read = (name: string): Promise<unknown[]> =>
      new Promise((resolve) => {
        const all = db.transaction(name).objectStore(name).getAll()
        all.addEventListener('success', () => resolve(all.result))
      })
    const [day, entries] = [await read('day'), await read('entries')]
    db.close()
    const isPageKept = (await caches.match('/admin/gate')) !== undefined
    return { day: day.length, entries: JSON.stringify(entries), isPageKept }
  })
}

/** Adds a gate, and a device of it with the code of the office. */
async function addDevice(office: Calls, name: string): Promise<{ gateId: number; id: number; code: string }> {
  const gate = await office.call<{ id: number }>('POST', '/gate', { name, direction: 'both' })
  const gateId = gate.body.id
  const device = await office.call<{ id: number; code: string }>('POST', '/gate-device', {
    gateId,
    name: 'Tablet',
  })
  return { gateId, ...device.body }
}

/** Enrols the open page's browser, and waits until it keeps the list. */
async function enrol(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Enrol this device' }).click()
  await question(page, 'Do you want to enrol this device?').getByLabel('Code of the office').fill(code)
  await answer(page, 'Do you want to enrol this device?', 'Enrol')
  await expect(page.getByText(/List of \d+:\d\d/)).toBeVisible()
}

/** Returns ticket, kind, offline and mark of a gate's entries, the latest first. */
async function readLog(office: Calls, gateId: number): Promise<unknown[][]> {
  const log = await office.call<{
    data: { ticketId: number; kind: string; offline: boolean; mark: string }[]
  }>('GET', `/gate-log?page=1&limit=50&gateId=${gateId}`)
  return log.body.data.map(({ ticketId, kind, offline, mark }) => [ticketId, kind, offline, mark])
}

async function type(page: Page, code: string): Promise<void> {
  await page.getByText('Type code').click()
  await page.getByLabel('Code of the pass').fill(code)
}

async function letIn(page: Page, code: string): Promise<void> {
  await type(page, code)
  await expect(page.getByRole('heading', { name: 'May enter' })).toBeVisible()
  await page.getByRole('button', { name: 'In', exact: true }).click()
}

test.describe('the gate without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('judges by its list, keeps entries over a reload, sends each once, and is wiped when it ends', async ({
    visit,
    api,
    allowError,
  }) => {
    allowError(EXPECTED)
    const [office, residents] = [await api(ADMIN), await api(RESIDENT)]
    const device = await addDevice(office, 'North gate')
    await office.call('POST', '/do-not-admit', { name: 'Ramon Reyes', reason: 'Theft' })
    const visitor = await approveVisit(residents, office)
    const ended = await approveVisit(residents, office)

    const page = await visit({ on: 'phone', as: GATE, to: '/admin/gate' })
    page.setDefaultTimeout(15_000)
    await enrol(page, device.code)
    await expect(page.getByRole('heading', { name: 'North gate' })).toBeVisible()
    await expect.poll(() => readStores(page)).toMatchObject({ day: 1, isPageKept: true })

    // The network is cut; meanwhile the resident ends a pass.
    await page.context().setOffline(true)
    await residents.call('DELETE', `/pass/${ended.ticket}`)
    await letIn(page, visitor.code)
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
    await walkIn.getByLabel('What for').fill('Delivery')
    await walkIn.getByRole('button', { name: 'Let in' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Ask the office' })).toBeVisible()
    await page.reload()
    await letIn(page, ended.code)
    await expect(page.getByText('3 entries wait to be sent')).toBeVisible()
    await type(page, 'ZZZZZZZZ')
    await expect(page.getByText(/Not on this device's list of \d+:\d\d [AP]M: call the office/)).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()

    // Joined again, by itself.
    await page.context().setOffline(false)
    await expect(page.getByText('Online', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(/waits? to be sent/)).toHaveCount(0)
    await expect(page.getByRole('alert').filter({ hasText: 'The pass had ended' })).toBeVisible()
    expect(await readLog(office, device.gateId)).toEqual([
      [ended.ticket, 'in', true, 'ended'],
      [null, 'refused', true, ''],
      [visitor.ticket, 'in', true, ''],
    ])

    // The office ends the device.
    await office.call('DELETE', `/gate-device/${device.id}`)
    await expect(new LoginPage(page).submit).toBeVisible()
    await expect.poll(() => readStores(page)).toMatchObject({ day: 0, entries: '[]' })
    await new LoginPage(page).logIn(GATE)
    await expect(new LoginPage(page).failure).toContainText(
      'This device is not enrolled at the gate any more.',
    )
    await new LoginPage(page).logIn(GATE)
    await expect(page.getByRole('button', { name: 'Enrol this device' })).toBeVisible()
    expect(await readStores(page)).toMatchObject({ isPageKept: false })
  })

  test('two tabs of a device send each entry once', async ({ visit, api, allowError, portal }) => {
    allowError(EXPECTED)
    const [office, residents] = [await api(ADMIN), await api(RESIDENT)]
    const device = await addDevice(office, 'South gate')
    const visitors = [await approveVisit(residents, office), await approveVisit(residents, office)] as const

    // With a session of its own: the first test ended the shared one with its device.
    const first = await visit({ on: 'phone', as: GATE, to: '/admin/gate', portal })
    first.setDefaultTimeout(15_000)
    await enrol(first, device.code)
    const second = await first.context().newPage()
    await second.goto('/admin/gate')
    await expect(second.getByText(/List of \d+:\d\d/)).toBeVisible()

    await first.context().setOffline(true)
    await letIn(first, visitors[0].code)
    await letIn(second, visitors[1].code)
    for (const page of [first, second])
      await expect(page.getByText('2 entries wait to be sent')).toBeVisible()
    await first.context().setOffline(false)
    for (const page of [first, second]) await expect(page.getByText(/waits? to be sent/)).toHaveCount(0)
    const log = await readLog(office, device.gateId)
    expect(log.toSorted()).toEqual(visitors.map(({ ticket }) => [ticket, 'in', true, '']))
  })
})
