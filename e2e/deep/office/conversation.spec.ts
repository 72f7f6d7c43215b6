import { ADMIN, GUARD, RESIDENT } from '../../fixtures/accounts.ts'
import { createJpeg } from '../../fixtures/files.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../../pages/dialogs.ts'

test('a sheet asks before it closes over an upload of a message', async ({ visit, api }) => {
  const { id } = await (await api(RESIDENT)).file('gatePass', { bearerName: 'Slow upload' })
  const page = await visit({ on: 'phone', as: RESIDENT, to: `/tickets?serviceId=${id}` })
  // The upload never gets a response.
  await page.route('**/api/file', () => undefined)
  await page.locator('.composer input[type="file"]').setInputFiles([await createJpeg('slow.jpg')])
  await expect(page.getByRole('button', { name: 'Open slow.jpg' })).toBeVisible()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first()
  await close.click()
  await expect(findAlertDialog(page, 'Close without saving?')).toContainText('A file is still on its way')
  await answerAlertDialog(page, 'Close without saving?', 'Keep editing')
  await page.getByRole('button', { name: 'Remove slow.jpg' }).click()
  await close.click()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('buttons of a record stay in place while its conversation loads', async ({ visit, api }) => {
  const { id } = await (await api(RESIDENT)).file('gatePass', { bearerName: 'Stays in place' })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  const { promise: loads, resolve: load } = Promise.withResolvers<void>()
  await page.route(/\/api\/messages\?/, async (route) => {
    await loads
    await route.continue()
  })
  await page.goto(`/admin/tickets?modal=true&serviceId=${id}`)
  const approve = page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true })
  await expect(page.getByRole('tab', { name: 'Internal notes' })).toBeVisible()
  const getPlace = async () => Math.round((await approve.boundingBox())?.y ?? 0)
  // The sheet moves while it opens; a trial click waits until the button is stable.
  await approve.click({ trial: true })
  const before = await getPlace()
  load()
  await expect(page.getByRole('textbox', { name: 'Write to the resident' })).toBeVisible()
  expect(await getPlace()).toBe(before)
})

test('who has a record open reads which colleague is writing, until the message is there', async ({
  visit,
  api,
}) => {
  const { id } = await (await api(RESIDENT)).file('gatePass', { bearerName: 'Two Clerks' })
  const to = `/admin/tickets?modal=true&serviceId=${id}`
  const viewer = await visit({ on: 'desk', as: GUARD, to })
  await expect(viewer.getByText('so you cannot write here').first()).toBeVisible()
  const writer = await visit({ on: 'desk', as: ADMIN, to })
  const input = writer.getByRole('textbox', { name: 'Write to the resident' })
  // Types until the viewer's page shows it, because a typing event is lost if this page is not connected yet.
  await expect(async () => {
    await input.fill('')
    await input.fill('See https://pmo.example/gate.')
    await expect(viewer.getByText(/ is writing$/)).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(writer.getByText(/ is writing$/)).toBeHidden()
  await writer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(viewer.getByRole('link', { name: 'https://pmo.example/gate', exact: true })).toBeVisible()
  await expect(viewer.getByText(/ is writing$/)).toBeHidden()
})

test('Send stays in view, and a record is not left in silence over a message that is not sent', async ({
  visit,
  api,
}) => {
  const office = await api(ADMIN)
  const { id, ticketNumber, updated_at } = await (await api(RESIDENT)).file('jobOrder')
  const { body: me } = await office.call<{ id: number }>('GET', '/me')
  await office.call('PUT', `/request/assigned/${id}`, { assigneeId: me.id, updated_at })
  const long = { title: `Papers ${ticketNumber}`, text: 'Please bring this paper.\n'.repeat(60), page: null }
  await office.call('POST', '/prepared-answer', long)

  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk' })
  const ticketRow = page.getByRole('region', { name: /^Mine/ }).getByRole('row', { name: ticketNumber })
  const record = page.getByRole('dialog').filter({ hasText: ticketNumber })
  const words = record.getByRole('textbox', { name: 'Write to the resident' })
  const send = record.getByRole('button', { name: 'Send', exact: true })
  const insertSavedAnswer = async () => {
    await record.getByRole('button', { name: 'Insert an answer' }).click()
    await page.getByRole('button', { name: long.title }).click()
  }
  await ticketRow.getByRole('link', { name: ticketNumber }).click()
  await insertSavedAnswer()
  await insertSavedAnswer()
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await words.focus()
    await page.keyboard.type('.')
    await expect(send).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 1366, height: 768 })

  await words.fill('The office has the key.')
  const remarks = record.getByRole('textbox', { name: 'Remarks' })
  await remarks.fill('Shown on Friday')
  await remarks.press('Control+Enter')
  await expect(findAlertDialog(page, 'Send your message too?')).toContainText('keeps it here as a draft')
  await answerAlertDialog(page, 'Send your message too?', 'Keep editing')
  await record.getByRole('button', { name: 'Submit', exact: true }).click()
  await answerAlertDialog(page, 'Send your message too?', 'Only submit')
  await expect(record).toBeHidden()
  await page.goto('/admin/desk')
  await expect(ticketRow).toContainText('Draft')

  await ticketRow.getByRole('link', { name: ticketNumber }).click()
  await expect(words).toHaveValue('The office has the key.')
  await expect(remarks).toHaveValue('Shown on Friday')
  await page.keyboard.press('Escape')
  await answerAlertDialog(page, 'Close without sending?', 'Keep editing')
  await remarks.fill('Shown on Monday')
  await record.getByRole('button', { name: 'Submit', exact: true }).click()
  await answerAlertDialog(page, 'Send your message too?', 'Send and submit')
  await expect(record).toBeHidden()
  await page.goto('/admin/desk')
  await expect(ticketRow).toBeVisible()
  await expect(ticketRow).not.toContainText('Draft')
  const { body } = await office.call<{ data: { text: string }[] }>('GET', `/messages?kind=ticket&id=${id}`)
  expect(body.data.map(({ text }) => text)).toEqual(['The office has the key.'])
})
