import type { Page } from '@playwright/test'
import { ADMIN, DEBTOR, RESIDENT } from '../../fixtures/accounts.ts'
import { jpeg } from '../../fixtures/files.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answer, question, toast } from '../../pages/dialogs.ts'

/** Reloads a page; returns the texts that it receives from the server since, by calls and live. */
async function watchTexts(page: Page): Promise<string[]> {
  const texts: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => texts.push(`${payload}`)))
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return
    response.text().then(
      (text) => texts.push(text),
      () => undefined,
    )
  })
  await page.reload()
  return texts
}

const send = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: label }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Whether one of the texts holds these words. */
const hasWords = (texts: readonly string[], words: string): boolean =>
  texts.some((text) => text.includes(words))

test('resident and office talk about a ticket live, and nobody else reads it', async ({ visit, api }) => {
  const resident = await api(RESIDENT)
  const { id, ticketNumber } = await resident.file('gatePass', { bearerName: 'Asked about' })
  const [asked, answered, noted] = [
    `Early? ${ticketNumber}`,
    `At 8. ${ticketNumber}`,
    `Rude. ${ticketNumber}`,
  ]
  const home = await visit({ on: 'phone', as: RESIDENT, to: `/tickets?serviceId=${id}` })
  const neighbour = await visit({ on: 'phone', as: DEBTOR, to: '/ask' })
  const office = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/tickets?modal=true&serviceId=${id}&at=messages`,
  })
  const [heardAtHome, heardByNeighbour] = [await watchTexts(home), await watchTexts(neighbour)]
  await expect(neighbour.getByRole('textbox', { name: 'Write to the PMO' })).toBeVisible()
  const [mine, theirs] = [home, office].map((page) =>
    page.getByRole('region', { name: 'Messages and history' }),
  )
  if (!mine || !theirs) throw new Error('two lists')
  await expect(mine).toContainText('You sent this gate pass')
  await expect(theirs).toContainText('Sent for approval')

  // With a file, from the phone. The office has it open, and so has seen it.
  await home.locator('.composer input[type="file"]').setInputFiles([await jpeg('truck.jpg')])
  await expect(home.getByRole('button', { name: 'Open truck.jpg' })).toBeVisible()
  await expect(home.locator('.composer progress')).toHaveCount(0)
  await send(home, 'Write to the PMO', asked)
  await expect(mine).toContainText(asked)
  await expect(mine.getByRole('button', { name: 'Open truck.jpg' })).toBeVisible()
  await expect(theirs).toContainText(asked)
  await theirs.getByRole('button', { name: 'Open truck.jpg' }).click()
  await office.getByRole('dialog', { name: 'truck.jpg' }).getByRole('button', { name: 'Close' }).click()
  await expect(mine).toContainText('Seen by the PMO')

  // The input of the record's form and that of the conversation do not touch each other.
  const record = office.getByRole('dialog')
  await record.getByRole('textbox', { name: 'Remarks' }).fill('Not submitted yet')
  const words = record.getByRole('textbox', { name: 'Write to the resident' })
  await words.fill(answered)
  await words.press('Control+Enter')
  await expect(words).toHaveValue('')
  await expect(words).toBeFocused()
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

  // An unsent text is kept when the ticket is closed.
  await home.getByRole('textbox', { name: 'Write to the PMO' }).fill('Half a tho')
  await home.getByRole('button', { name: 'Close' }).click()
  await home.goto(`/tickets?serviceId=${id}`)
  await expect(home.getByRole('textbox', { name: 'Write to the PMO' })).toHaveValue('Half a tho')
  await send(home, 'Write to the PMO', 'Thank you!')

  await office.goto('/admin/desk')
  const waiting = office.getByRole('row', { name: ticketNumber }).filter({ hasText: 'Thank you!' })
  await waiting.getByRole('link', { name: ticketNumber }).click()
  await expect(theirs).toBeInViewport()
  await record.getByRole('button', { name: 'No answer needed' }).click()
  await expect(toast(office, 'No answer is needed any more.')).toBeVisible()
  await expect(record.getByRole('button', { name: 'No answer needed' })).toHaveCount(0)

  expect(hasWords(heardAtHome, answered)).toBe(true)
  expect(hasWords(heardAtHome, noted)).toBe(false)
  for (const text of [ticketNumber, noted]) expect(hasWords(heardByNeighbour, text)).toBe(false)
  expect(heardByNeighbour.join()).toContain('mayWrite')
})

test('a sheet asks before it closes over an upload of a message', async ({ visit, api }) => {
  const { id } = await (await api(RESIDENT)).file('gatePass', { bearerName: 'Slow upload' })
  const page = await visit({ on: 'phone', as: RESIDENT, to: `/tickets?serviceId=${id}` })
  // An upload that gets no answer.
  await page.route('**/api/file', () => undefined)
  await page.locator('.composer input[type="file"]').setInputFiles([await jpeg('slow.jpg')])
  await expect(page.getByRole('button', { name: 'Open slow.jpg' })).toBeVisible()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first()
  await close.click()
  await expect(question(page, 'Close without saving?')).toContainText('A file is still on its way')
  await answer(page, 'Close without saving?', 'Keep editing')
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
  const place = async () => Math.round((await approve.boundingBox())?.y ?? 0)
  // The sheet rises when it opens.
  await page.waitForTimeout(600)
  const before = await place()
  load()
  await expect(page.getByRole('textbox', { name: 'Write to the resident' })).toBeVisible()
  expect(await place()).toBe(before)
})
