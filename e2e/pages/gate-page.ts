import { expect, type Locator, type Page } from '@playwright/test'
import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { formatPickerTime } from '@tahanan/contract/time.ts'
import type { ApiClient } from '../fixtures/api-client.ts'
import { answerAlertDialog, findAlertDialog } from './dialogs.ts'

export interface ApprovedVisit {
  ticket: number
  code: string
}

export async function createApprovedVisit(residents: ApiClient, office: ApiClient): Promise<ApprovedVisit> {
  const arrivalTime = formatPickerTime(new Date(Date.now() + 600_000), 'Asia/Manila')
  const visitorTicket = await residents.file('visitor', { dateOfVisit: arrivalTime })
  await office.change('visitor', visitorTicket.id, { status: 2 })
  const { body } = await residents.call<{ code: string }>('GET', `/pass/${visitorTicket.id}`)
  return { ticket: visitorTicket.id, code: body.code }
}

/**
 * Returns the number of stored lists of passes for one day, the queued entries as text, and whether the page
 * is cached.
 */
export async function getGateStorage(
  page: Page,
): Promise<{ day: number; entries: string; isPageCached: boolean }> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const openRequest = indexedDB.open('gate')
      openRequest.addEventListener('success', () => resolve(openRequest.result))
      openRequest.addEventListener('error', () => reject(openRequest.error ?? new Error('not opened')))
    })
    const getAllRows = (name: string): Promise<unknown[]> =>
      new Promise((resolve) => {
        const getAllRequest = db.transaction(name).objectStore(name).getAll()
        getAllRequest.addEventListener('success', () => resolve(getAllRequest.result))
      })
    const [day, entries] = [await getAllRows('day'), await getAllRows('entries')]
    db.close()
    const isPageCached = (await caches.match('/admin/gate')) !== undefined
    return { day: day.length, entries: JSON.stringify(entries), isPageCached }
  })
}

export async function createGateWithDevice(
  office: ApiClient,
  name: string,
): Promise<{ gateId: number; id: number; code: string }> {
  const gateResponse = await office.call<{ id: number }>('POST', '/gate', { name, direction: 'both' })
  const gateId = gateResponse.body.id
  const deviceResponse = await office.call<{ id: number; code: string }>('POST', '/gate-device', {
    gateId,
    name: 'Tablet',
  })
  return { gateId, ...deviceResponse.body }
}

export async function enrolDevice(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Enrol this device' }).click()
  await findAlertDialog(page, 'Do you want to enrol this device?').getByLabel('Code of the office').fill(code)
  await answerAlertDialog(page, 'Do you want to enrol this device?', 'Enrol')
  await expect(page.getByText(/List of \d+:\d\d/)).toBeVisible()
}

export async function fetchGateLog(office: ApiClient, gateId: number): Promise<unknown[][]> {
  const log = await office.call<{
    data: { ticketId: number; kind: string; offline: boolean; mark: string }[]
  }>('GET', `/gate-log?page=1&limit=50&gateId=${gateId}`)
  return log.body.data.map(({ ticketId, kind, offline, mark }) => [ticketId, kind, offline, mark])
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByText('Type code').click()
  await page.getByLabel('Code of the pass').fill(code)
}

export async function admitVisitor(page: Page, code: string): Promise<void> {
  await typeCode(page, code)
  await expect(page.getByRole('heading', { name: 'May enter' })).toBeVisible()
  await page.getByRole('button', { name: 'In', exact: true }).click()
}

export async function createApprovedPass(
  resident: ApiClient,
  office: ApiClient,
  visitorsName: string,
): Promise<Pass> {
  const dateOfVisit = formatPickerTime(new Date(Date.now() + 3_600_000), 'Asia/Manila')
  const { id } = await resident.file('visitor', { visitorsName, dateOfVisit })
  await office.change('visitor', id, { status: 2 })
  return (await resident.call<Pass>('GET', `/pass/${id}`)).body
}

/**
 * Types like a barcode scanner. The key events are created inside the page, because the page recognizes a
 * scanner by its typing speed and keys sent by Playwright would be too slow on a slow machine.
 */
export const typeAsScanner = (page: Page, text: string): Promise<void> =>
  page.evaluate((typedText) => {
    for (const key of [...typedText, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, text)

export const findVerdict = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true })
