import type { Page } from '@playwright/test'
import { ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerQuestion, findQuestion } from '../../pages/dialogs.ts'

const REFUSED = { status: 403, json: { code: 'forbidden', message: 'You may not do this.' } }

test('a refused press says so, and the bell asks for a page that failed only when told', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 403/)
  const page: Page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk' })
  const device = { id: 1, gateId: 1, name: 'Old phone', endedAt: null, seenAt: null, codeEndsAt: null }
  const devices = [{ ...device, enrolledAt: '2026-03-01T00:00:00.000Z' }]
  await page.route(/\/api\/gate-devices/, (route) => route.fulfill({ json: { data: devices, total: 1 } }))
  await page.route(/\/api\/gate-device\/1$/, (route) => route.fulfill(REFUSED))
  await page.goto('/admin/gate-setup')
  await page.getByRole('button', { name: /^End Old phone|^End/ }).click()
  await answerQuestion(page, 'Do you want to end this device?', 'End')
  await expect(findQuestion(page, 'Oops! Something went wrong.')).toContainText('You may not do this.')
  await answerQuestion(page, 'Oops! Something went wrong.', 'OK')

  let asked = 0
  await page.route(/-notif\/\d+\?.*page=2/, (route) => {
    asked += 1
    return asked === 1 ? route.fulfill(REFUSED) : route.continue()
  })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const bell = page.getByRole('region', { name: 'Notifications' })
  await bell.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await expect(bell.getByRole('alert')).toContainText('We could not load more.')
  expect(asked).toBe(1)
  await bell.getByRole('button', { name: 'Try again' }).click()
  await expect(bell.getByRole('alert')).toBeHidden()
  expect(asked).toBe(2)
})
