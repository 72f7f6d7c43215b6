import type { Page } from '@playwright/test'
import { ADMIN, DEBTOR, RESIDENT } from '../../fixtures/accounts.ts'
import { createJpeg } from '../../fixtures/files.ts'
import { expect, test } from '../../fixtures/test.ts'
import { includesText, collectTexts } from '../../fixtures/watch-texts.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { holdCalls } from '../../pages/hold-calls.ts'

const sendMessage = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: label }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

test('resident and office talk about a ticket live, and nobody else reads it', async ({ visit, api }) => {
  const resident = await api(RESIDENT)
  const { id, ticketNumber } = await resident.file('gatePass', { bearerName: 'Asked about' })
  const [question, answer, note] = [
    `Early? ${ticketNumber}`,
    `At 8. ${ticketNumber}`,
    `Rude. ${ticketNumber}`,
  ]
  const residentPage = await visit({ on: 'phone', as: RESIDENT, to: '/healthz' })
  const neighbourPage = await visit({ on: 'phone', as: DEBTOR, to: '/healthz' })
  const adminPage = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/tickets?modal=true&serviceId=${id}&at=messages`,
  })
  const residentTexts = await collectTexts(residentPage, `/tickets?serviceId=${id}`)
  const neighbourTexts = await collectTexts(neighbourPage, '/ask')
  await expect(neighbourPage.getByRole('textbox', { name: 'Write to the PMO' })).toBeVisible()
  const [residentConversation, adminConversation] = [residentPage, adminPage].map((page) =>
    page.getByRole('region', { name: 'Messages and history' }),
  )
  if (!residentConversation || !adminConversation) throw new Error('two lists')
  await expect(residentConversation).toContainText('You sent this gate pass')
  await expect(adminConversation).toContainText('Sent for approval')

  await residentPage.locator('.composer input[type="file"]').setInputFiles([await createJpeg('truck.jpg')])
  await expect(residentPage.getByRole('button', { name: 'Open truck.jpg' })).toBeVisible()
  await expect(residentPage.locator('.composer progress')).toHaveCount(0)
  await sendMessage(residentPage, 'Write to the PMO', question)
  await expect(residentConversation).toContainText(question)
  await expect(residentConversation.getByRole('button', { name: 'Open truck.jpg' })).toBeVisible()
  await expect(adminConversation).toContainText(question)
  await adminConversation.getByRole('button', { name: 'Open truck.jpg' }).click()
  await adminPage.getByRole('dialog', { name: 'truck.jpg' }).getByRole('button', { name: 'Close' }).click()
  await expect(residentConversation).toContainText('Seen by the PMO')

  const recordDialog = adminPage.getByRole('dialog')
  await recordDialog.getByRole('textbox', { name: 'Remarks' }).fill('Not submitted yet')
  const messageBox = recordDialog.getByRole('textbox', { name: 'Write to the resident' })
  await messageBox.fill(answer)
  let sentMessages = 0
  adminPage.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/message')) sentMessages++
  })
  const releaseCalls = await holdCalls(adminPage, '**/message', 'POST')
  await messageBox.press('Control+Enter')
  await expect(messageBox).not.toBeEditable()
  await messageBox.press('Control+Enter')
  releaseCalls()
  await expect(messageBox).toHaveValue('')
  await expect(messageBox).toBeFocused()
  expect(sentMessages).toBe(1)
  await expect(recordDialog.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Not submitted yet')
  await expect(residentConversation).toContainText(answer)
  await expect(residentConversation).not.toContainText('Not submitted yet')
  const { body } = await (await api(ADMIN)).call<{ name: string }>('GET', '/me')
  await expect(residentConversation).not.toContainText(body.name)
  await residentConversation.evaluate((list) => list.scrollIntoView({ block: 'end' }))
  await expect(adminConversation).toContainText('Seen')

  await recordDialog.getByRole('tab', { name: 'Internal notes' }).click()
  await expect(recordDialog.getByText('Only the office reads these')).toBeVisible()
  await recordDialog.getByRole('textbox', { name: 'Write an internal note' }).fill(note)
  await recordDialog.getByRole('button', { name: 'Save note' }).click()
  await expect(recordDialog.getByRole('region', { name: 'Internal notes' })).toContainText(note)
  await expect(recordDialog.getByRole('tab', { name: 'Internal notes' })).toContainText('1')

  await residentPage.getByRole('textbox', { name: 'Write to the PMO' }).fill('Half a tho')
  await residentPage.getByRole('button', { name: 'Close' }).click()
  await expect(findAlertDialog(residentPage, 'Close without sending?')).toContainText(
    'it stays here as a draft',
  )
  await answerAlertDialog(residentPage, 'Close without sending?', 'Close')
  await residentPage.goto(`/tickets?serviceId=${id}`)
  await expect(residentPage.getByRole('textbox', { name: 'Write to the PMO' })).toHaveValue('Half a tho')
  await sendMessage(residentPage, 'Write to the PMO', 'Thank you!')
  await expect(residentConversation).toContainText('Thank you!')
  await residentPage.reload()
  await expect(residentPage.getByRole('textbox', { name: 'Write to the PMO' })).toHaveValue('')

  await adminPage.goto('/admin/desk')
  const waitingRow = adminPage.getByRole('row', { name: ticketNumber }).filter({ hasText: 'Thank you!' })
  await waitingRow.getByRole('link', { name: ticketNumber }).click()
  await expect(adminConversation).toBeInViewport()
  await recordDialog.getByRole('button', { name: 'No answer needed' }).click()
  await expect(findToast(adminPage, 'No answer is needed any more.')).toBeVisible()
  await expect(recordDialog.getByRole('button', { name: 'No answer needed' })).toHaveCount(0)

  expect(includesText(residentTexts, answer)).toBe(true)
  expect(includesText(residentTexts, note)).toBe(false)
  for (const text of [ticketNumber, note]) expect(includesText(neighbourTexts, text)).toBe(false)
  expect(neighbourTexts.join()).toContain('mayWrite')
})
