import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeQrVideo } from '@tahanan/server/testing/qr-video.ts'
import { ADMIN, GATE_ACCOUNT, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { createApprovedPass, findVerdict } from '../../pages/gate-page.ts'
import { TicketList } from '../../pages/ticket-list.ts'
import config from '../../playwright.config.ts'

const RESULTS_FOLDER = join(import.meta.dirname, '../../../test-results')
const VIDEO_FILE = join(RESULTS_FOLDER, 'gate-camera.mjpeg')
const { launchOptions } = config.use ?? {}

test.use({
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      // Without this flag the headless shell opens no camera.
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${VIDEO_FILE}`,
    ],
  },
})

test('a guard scans a visitor in and out by the camera, and the office sees it at once', async ({
  visit,
  api,
}) => {
  const { link } = await createApprovedPass(await api(RESIDENT), await api(ADMIN), 'Ofelia Cruz')
  mkdirSync(RESULTS_FOLDER, { recursive: true })
  await writeQrVideo(VIDEO_FILE, link)
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/visitors' })
  const visitorItem = new TicketList(adminPage).findItem('Ofelia Cruz')
  await expect(visitorItem).toContainText('APPROVED')

  const page = await visit({ on: 'phone', as: GATE_ACCOUNT, to: '/healthz' })
  await page.context().grantPermissions(['camera'])
  await page.goto('/admin/gate')
  await expect(findVerdict(page, 'May enter')).toContainText('Ofelia Cruz')
  // Guards do not see the private fields of the visitor (rules 6.17).
  await expect(findVerdict(page, 'May enter')).not.toContainText(/0917|Sampaguita|1990/)
  await findVerdict(page, 'May enter').getByRole('button', { name: 'In', exact: true }).click()
  await expect(visitorItem).not.toContainText('APPROVED')
  await findVerdict(page, 'May leave').getByRole('button', { name: 'Out', exact: true }).click()
  await expect(findVerdict(page, 'Out')).toBeVisible()
  await expect(visitorItem).toContainText('COMPLETED')
})
