import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { formatPicker } from '@tahanan/contract/time.ts'
import { writeQrVideo } from '@tahanan/server/testing/qr-video.ts'
import { ADMIN, GATE, RESIDENT } from '../../fixtures/accounts.ts'
import type { Calls } from '../../fixtures/calls.ts'
import { expect, test } from '../../fixtures/test.ts'
import { TicketList } from '../../pages/ticket-list.ts'
import config from '../../playwright.config.ts'

const RESULTS = join(import.meta.dirname, '../../../test-results')
const VIDEO = join(RESULTS, 'gate-camera.mjpeg')
const { launchOptions } = config.use ?? {}

test.use({
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      // The headless shell opens no camera without it.
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${VIDEO}`,
    ],
  },
})

/** Files a visitor who comes in an hour, approves it, and returns the pass. */
async function approveVisitor(resident: Calls, office: Calls, visitorsName: string): Promise<Pass> {
  const dateOfVisit = formatPicker(new Date(Date.now() + 3_600_000), 'Asia/Manila')
  const { id } = await resident.file('visitor', { visitorsName, dateOfVisit })
  await office.change('visitor', id, { status: 2 })
  return (await resident.call<Pass>('GET', `/pass/${id}`)).body
}

const verdict = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('a guard scans a visitor in and out, and the office sees it at once', async ({ visit, api }) => {
  const { link } = await approveVisitor(await api(RESIDENT), await api(ADMIN), 'Ofelia Cruz')
  mkdirSync(RESULTS, { recursive: true })
  await writeQrVideo(VIDEO, link)
  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/visitors' })
  const visitor = new TicketList(office).item('Ofelia Cruz')
  await expect(visitor).toContainText('APPROVED')

  const page = await visit({ on: 'phone', as: GATE, to: '/healthz' })
  // The page starts a camera that it may use.
  await page.context().grantPermissions(['camera'])
  await page.goto('/admin/gate')
  await expect(verdict(page, 'May enter')).toContainText('Ofelia Cruz')
  // Private fields of the visitor (rules 6.17).
  await expect(verdict(page, 'May enter')).not.toContainText(/0917|Sampaguita|1990/)
  await page.getByRole('button', { name: 'In', exact: true }).click()
  await expect(visitor).not.toContainText('APPROVED')
  await verdict(page, 'In').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('In of Ofelia Cruz was undone.')).toBeVisible()

  await verdict(page, 'May enter').getByRole('button', { name: 'In', exact: true }).click()
  await verdict(page, 'In').getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('button', { name: 'Undo: In Ofelia Cruz' })).toBeVisible()
  await verdict(page, 'May leave').getByRole('button', { name: 'Out', exact: true }).click()
  await expect(verdict(page, 'Out')).toBeVisible()
  await expect(visitor).toContainText('COMPLETED')
  await page.getByRole('tab', { name: 'Left' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ofelia Cruz' }).last()).toContainText('Left')
})

test('a guard finds a pass by its code, by a scanner that types, and by its unit', async ({ visit, api }) => {
  const { code, link } = await approveVisitor(await api(RESIDENT), await api(ADMIN), 'Nestor Aquino')
  const page = await visit({ on: 'phone', as: GATE, to: '/admin/gate' })
  await page.getByText('Type code').click()
  for (const letter of code) await page.getByRole('button', { name: letter, exact: true }).click()
  await expect(verdict(page, 'May enter')).toContainText('Nestor Aquino')
  await page.getByRole('button', { name: 'Back' }).click()

  await page.keyboard.type(link, { delay: 2 })
  await page.keyboard.press('Enter')
  await expect(verdict(page, 'May enter')).toContainText('Nestor Aquino')
  await page.getByRole('button', { name: 'Back' }).click()

  await page.getByText('Search', { exact: true }).click()
  await page.getByRole('searchbox').fill('A-101 nestor')
  await page.getByRole('button', { name: /Nestor Aquino/ }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(verdict(page, 'Refused')).toContainText('Nestor Aquino')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.keyboard.type('AAAA2222')
  await page.keyboard.press('Enter')
  await page.getByLabel('Note for the log').fill('A torn paper')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(verdict(page, 'Refused')).toContainText('Unknown pass')
})
