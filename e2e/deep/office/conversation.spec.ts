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
  const closeButton = page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first()
  await closeButton.click()
  await expect(findAlertDialog(page, 'Close without saving?')).toContainText('A file is still on its way')
  await answerAlertDialog(page, 'Close without saving?', 'Keep editing')
  await page.getByRole('button', { name: 'Remove slow.jpg' }).click()
  await closeButton.click()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('buttons of a record stay in place while its conversation loads', async ({ visit, api }) => {
  const { id } = await (await api(RESIDENT)).file('gatePass', { bearerName: 'Stays in place' })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  const { promise: releasePromise, resolve: load } = Promise.withResolvers<void>()
  await page.route(/\/api\/messages\?/, async (route) => {
    await releasePromise
    await route.continue()
  })
  await page.goto(`/admin/tickets?modal=true&serviceId=${id}`)
  const approveButton = page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true })
  await expect(page.getByRole('tab', { name: 'Internal notes' })).toBeVisible()
  const getPlace = async () => Math.round((await approveButton.boundingBox())?.y ?? 0)
  // The sheet moves while it opens; a trial click waits until the button is stable.
  await approveButton.click({ trial: true })
  const placeBefore = await getPlace()
  load()
  await expect(page.getByRole('textbox', { name: 'Write to the resident' })).toBeVisible()
  expect(await getPlace()).toBe(placeBefore)
})

test('who has a record open reads which colleague is writing, until the message is there', async ({
  visit,
  api,
}) => {
  const { id } = await (await api(RESIDENT)).file('gatePass', { bearerName: 'Two Clerks' })
  const pagePath = `/admin/tickets?modal=true&serviceId=${id}`
  const viewerPage = await visit({ on: 'desk', as: GUARD, to: pagePath })
  await expect(viewerPage.getByText('so you cannot write here').first()).toBeVisible()
  const writerPage = await visit({ on: 'desk', as: ADMIN, to: pagePath })
  const input = writerPage.getByRole('textbox', { name: 'Write to the resident' })
  // Types again until the viewer's page shows 'is writing', because a typing event is lost before that page
  // is connected.
  await expect(async () => {
    await input.fill('')
    await input.fill('See https://pmo.example/gate.')
    await expect(viewerPage.getByText(/ is writing$/)).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(writerPage.getByText(/ is writing$/)).toBeHidden()
  await writerPage.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(viewerPage.getByRole('link', { name: 'https://pmo.example/gate', exact: true })).toBeVisible()
  await expect(viewerPage.getByText(/ is writing$/)).toBeHidden()
})

test('Send stays in view, and a record is not left in silence over a message that is not sent', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const { id, ticketNumber, updated_at } = await (await api(RESIDENT)).file('jobOrder')
  const { body: me } = await adminClient.call<{ id: number }>('GET', '/me')
  await adminClient.call('PUT', `/request/assigned/${id}`, { assigneeId: me.id, updated_at })
  const longAnswer = {
    title: `Papers ${ticketNumber}`,
    text: 'Please bring this paper.\n'.repeat(60),
    page: null,
  }
  await adminClient.call('POST', '/prepared-answer', longAnswer)

  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk' })
  const ticketRow = page.getByRole('region', { name: /^Mine/ }).getByRole('row', { name: ticketNumber })
  const recordDialog = page.getByRole('dialog').filter({ hasText: ticketNumber })
  const messageBox = recordDialog.getByRole('textbox', { name: 'Write to the resident' })
  const sendButton = recordDialog.getByRole('button', { name: 'Send', exact: true })
  const insertSavedAnswer = async () => {
    await recordDialog.getByRole('button', { name: 'Insert an answer' }).click()
    await page.getByRole('button', { name: longAnswer.title }).click()
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
    await messageBox.focus()
    await page.keyboard.type('.')
    await expect(sendButton).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 1366, height: 768 })

  await messageBox.fill('The office has the key.')
  const remarks = recordDialog.getByRole('textbox', { name: 'Remarks' })
  await remarks.fill('Shown on Friday')
  await remarks.press('Control+Enter')
  await expect(findAlertDialog(page, 'Send your message too?')).toContainText('keeps it here as a draft')
  await answerAlertDialog(page, 'Send your message too?', 'Keep editing')
  await recordDialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await answerAlertDialog(page, 'Send your message too?', 'Only submit')
  await expect(recordDialog).toBeHidden()
  await page.goto('/admin/desk')
  await expect(ticketRow).toContainText('Draft')

  await ticketRow.getByRole('link', { name: ticketNumber }).click()
  await expect(messageBox).toHaveValue('The office has the key.')
  await expect(remarks).toHaveValue('Shown on Friday')
  await page.keyboard.press('Escape')
  await answerAlertDialog(page, 'Close without sending?', 'Keep editing')
  await remarks.fill('Shown on Monday')
  await recordDialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await answerAlertDialog(page, 'Send your message too?', 'Send and submit')
  await expect(recordDialog).toBeHidden()
  await page.goto('/admin/desk')
  await expect(ticketRow).toBeVisible()
  await expect(ticketRow).not.toContainText('Draft')
  const { body } = await adminClient.call<{ data: { text: string }[] }>(
    'GET',
    `/messages?kind=ticket&id=${id}`,
  )
  expect(body.data.map(({ text }) => text)).toEqual(['The office has the key.'])
})
