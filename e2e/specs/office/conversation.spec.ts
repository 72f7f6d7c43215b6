import type { Page } from '@playwright/test'
import { ADMIN, DEBTOR, RESIDENT } from '../../fixtures/accounts.ts'
import { createJpeg } from '../../fixtures/files.ts'
import { expect, test } from '../../fixtures/test.ts'
import { includesText, watchTexts } from '../../fixtures/watch-texts.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { holdCalls } from '../../pages/hold-calls.ts'

const sendMessage = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: label }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

test('resident and office talk about a ticket live, and nobody else reads it', async ({ visit, api }) => {
  const resident = await api(RESIDENT)
  const { id, ticketNumber } = await resident.file('gatePass', { bearerName: 'Asked about' })
  const [asked, answered, noted] = [
    `Early? ${ticketNumber}`,
    `At 8. ${ticketNumber}`,
    `Rude. ${ticketNumber}`,
  ]
  const home = await visit({ on: 'phone', as: RESIDENT, to: '/healthz' })
  const neighbour = await visit({ on: 'phone', as: DEBTOR, to: '/healthz' })
  const office = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/tickets?modal=true&serviceId=${id}&at=messages`,
  })
  const heardAtHome = await watchTexts(home, `/tickets?serviceId=${id}`)
  const heardByNeighbour = await watchTexts(neighbour, '/ask')
  await expect(neighbour.getByRole('textbox', { name: 'Write to the PMO' })).toBeVisible()
  const [mine, theirs] = [home, office].map((page) =>
    page.getByRole('region', { name: 'Messages and history' }),
  )
  if (!mine || !theirs) throw new Error('two lists')
  await expect(mine).toContainText('You sent this gate pass')
  await expect(theirs).toContainText('Sent for approval')

  await home.locator('.composer input[type="file"]').setInputFiles([await createJpeg('truck.jpg')])
  await expect(home.getByRole('button', { name: 'Open truck.jpg' })).toBeVisible()
  await expect(home.locator('.composer progress')).toHaveCount(0)
  await sendMessage(home, 'Write to the PMO', asked)
  await expect(mine).toContainText(asked)
  await expect(mine.getByRole('button', { name: 'Open truck.jpg' })).toBeVisible()
  await expect(theirs).toContainText(asked)
  await theirs.getByRole('button', { name: 'Open truck.jpg' }).click()
  await office.getByRole('dialog', { name: 'truck.jpg' }).getByRole('button', { name: 'Close' }).click()
  await expect(mine).toContainText('Seen by the PMO')

  const record = office.getByRole('dialog')
  await record.getByRole('textbox', { name: 'Remarks' }).fill('Not submitted yet')
  const words = record.getByRole('textbox', { name: 'Write to the resident' })
  await words.fill(answered)
  let sentMessages = 0
  office.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/message')) sentMessages++
  })
  const release = await holdCalls(office, '**/message', 'POST')
  await words.press('Control+Enter')
  await expect(words).not.toBeEditable()
  await words.press('Control+Enter')
  release()
  await expect(words).toHaveValue('')
  await expect(words).toBeFocused()
  expect(sentMessages).toBe(1)
  await expect(record.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Not submitted yet')
  await expect(mine).toContainText(answered)
  await expect(mine).not.toContainText('Not submitted yet')
  const { body } = await (await api(ADMIN)).call<{ name: string }>('GET', '/me')
  await expect(mine).not.toContainText(body.name)
  await mine.evaluate((list) => list.scrollIntoView({ block: 'end' }))
  await expect(theirs).toContainText('Seen')

  await record.getByRole('tab', { name: 'Internal notes' }).click()
  await expect(record.getByText('Only the office reads these')).toBeVisible()
  await record.getByRole('textbox', { name: 'Write an internal note' }).fill(noted)
  await record.getByRole('button', { name: 'Save note' }).click()
  await expect(record.getByRole('region', { name: 'Internal notes' })).toContainText(noted)
  await expect(record.getByRole('tab', { name: 'Internal notes' })).toContainText('1')

  await home.getByRole('textbox', { name: 'Write to the PMO' }).fill('Half a tho')
  await home.getByRole('button', { name: 'Close' }).click()
  await expect(findAlertDialog(home, 'Close without sending?')).toContainText('it stays here as a draft')
  await answerAlertDialog(home, 'Close without sending?', 'Close')
  await home.goto(`/tickets?serviceId=${id}`)
  await expect(home.getByRole('textbox', { name: 'Write to the PMO' })).toHaveValue('Half a tho')
  await sendMessage(home, 'Write to the PMO', 'Thank you!')

  await office.goto('/admin/desk')
  const waitingRow = office.getByRole('row', { name: ticketNumber }).filter({ hasText: 'Thank you!' })
  await waitingRow.getByRole('link', { name: ticketNumber }).click()
  await expect(theirs).toBeInViewport()
  await record.getByRole('button', { name: 'No answer needed' }).click()
  await expect(findToast(office, 'No answer is needed any more.')).toBeVisible()
  await expect(record.getByRole('button', { name: 'No answer needed' })).toHaveCount(0)

  expect(includesText(heardAtHome, answered)).toBe(true)
  expect(includesText(heardAtHome, noted)).toBe(false)
  for (const text of [ticketNumber, noted]) expect(includesText(heardByNeighbour, text)).toBe(false)
  expect(heardByNeighbour.join()).toContain('mayWrite')
})
