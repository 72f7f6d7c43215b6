import type { Page } from '@playwright/test'
import { ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../../pages/dialogs.ts'

const REFUSED_RESPONSE = { status: 403, json: { code: 'forbidden', message: 'You may not do this.' } }

test('a refused press says so, and the bell asks for a page that failed only when told', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 403/)
  const page: Page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk' })
  const device = { id: 1, gateId: 1, name: 'Old phone', endedAt: null, seenAt: null, codeEndsAt: null }
  const devices = [{ ...device, enrolledAt: '2026-03-01T00:00:00.000Z' }]
  await page.route(/\/api\/gate-devices/, (route) => route.fulfill({ json: { data: devices, total: 1 } }))
  await page.route(/\/api\/gate-device\/1$/, (route) => route.fulfill(REFUSED_RESPONSE))
  await page.goto('/admin/gate-setup')
  await page.getByRole('button', { name: /^End Old phone|^End/ }).click()
  await answerAlertDialog(page, 'Do you want to end this device?', 'End')
  await expect(findAlertDialog(page, 'Oops! Something went wrong.')).toContainText('You may not do this.')
  await answerAlertDialog(page, 'Oops! Something went wrong.', 'OK')

  let requestCount = 0
  await page.route(/-notif\/\d+\?.*page=2/, (route) => {
    requestCount += 1
    return requestCount === 1 ? route.fulfill(REFUSED_RESPONSE) : route.continue()
  })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const notificationsRegion = page.getByRole('region', { name: 'Notifications' })
  await notificationsRegion.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await expect(notificationsRegion.getByRole('alert')).toContainText('We could not load more.')
  expect(requestCount).toBe(1)
  await notificationsRegion.getByRole('button', { name: 'Try again' }).click()
  await expect(notificationsRegion.getByRole('alert')).toBeHidden()
  expect(requestCount).toBe(2)
})
