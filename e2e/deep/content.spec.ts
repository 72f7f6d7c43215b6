import { readFile } from 'node:fs/promises'
import { ADMIN, RESIDENT } from '../fixtures/accounts.ts'
import type { ApiClient } from '../fixtures/api-client.ts'
import { loadPdf } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { findAlertDialog, findToast } from '../pages/dialogs.ts'
import { chooseRadio } from '../pages/presses.ts'
import { TicketForm } from '../pages/ticket-form.ts'

test.describe.configure({ mode: 'parallel' })

async function publishRecord(office: ApiClient, changes: Readonly<Record<string, unknown>>): Promise<number> {
  const { status, body } = await office.call<{ id: number }>('POST', '/post', {
    title: 'A post',
    description: 'Said in a few words.',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://example.com/',
    enableMessaging: 1,
    ...changes,
  })
  expect(status).toBeLessThan(300)
  return body.id
}

test('a post without comments says so', async ({ visit, api }) => {
  const id = await publishRecord(await api(ADMIN), { title: 'Read only', enableMessaging: 0 })
  const page = await visit({ on: 'phone', as: RESIDENT, to: `/mail?postId=${id}` })
  await expect(page.getByPlaceholder('Disabled Comments')).toBeDisabled()
})

test('headers of the house rules are moved by keyboard, and stay', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/policies' })
  const unfoldButtons = page.locator('button.unfold')
  await expect(unfoldButtons.first()).toBeVisible()
  const namesBefore = await unfoldButtons.allTextContents()
  const firstName = namesBefore[0] ?? ''
  const dragHandle = page.getByRole('button', { name: `Move ${firstName}`, exact: true })
  const liveRegion = page.locator('[id^="DndLiveRegion"]')
  await dragHandle.focus()
  await page.keyboard.press('Space')
  await expect(liveRegion).toContainText('place 1 of')
  // The drag sensor registers its key listener one tick after it has picked up the header.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.keyboard.press('ArrowDown')
  await expect(liveRegion).toContainText('place 2 of')
  await page.keyboard.press('Space')
  await expect(findToast(page, 'Header edited successfully.')).toBeVisible()
  const namesAfter = [namesBefore[1], firstName, ...namesBefore.slice(2)]
  await expect(unfoldButtons).toHaveText(namesAfter as string[])
  await page.reload()
  await expect(unfoldButtons).toHaveText(namesAfter as string[])
})

test('feedback of a resident reaches the office with its stars', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: RESIDENT, to: '/services' })
  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog', { name: 'Feedback' })
  await panel.getByRole('button', { name: 'Send feedback' }).click()
  await expect(panel.getByText('Please choose 1 to 5 stars!')).toBeVisible()
  await chooseRadio(panel.getByRole('radio', { name: /^4 stars/ }))
  await panel.getByRole('textbox', { name: 'In your words' }).fill('The lift is quick again.')
  await panel.getByRole('button', { name: 'Send feedback' }).click()
  await expect(findToast(page, 'Thank you. The PMO has your feedback.')).toBeVisible()

  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/feedbacks' })
  const row = adminPage.getByRole('row').filter({ hasText: 'The lift is quick again.' })
  await expect(row.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
})

test('the office’s dashboard has four charts, each also as a table', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin' })
  await expect(page.locator('.chartcard canvas')).toHaveCount(4)
  for (const name of [
    'Office hours to the first decision',
    'Job orders by status',
    'Reservations per month',
    'Views of the top 10 announcements and events',
  ]) {
    const table = page.getByRole('table', { name })
    expect(await table.getByRole('row').count(), name).toBeGreaterThan(1)
    const card = page.getByRole('region', { name })
    await card.getByRole('button', { name: 'Show as table' }).click()
    await expect(card.locator('canvas')).toHaveCount(0)
    await expect(table).toBeVisible()
  }
})

const createWordItem = (itemText: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>${itemText}</p>`

test('a list of Word stays a list in the editor, and missing pictures are named (rules 9.30)', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/announcements' })
  await page.getByRole('button', { name: 'Add announcement' }).click()
  const text = page.getByRole('textbox', { name: 'Content' })
  await text.click()
  const html = `<html><body>${createWordItem('Water')}${createWordItem('Candles')}<p><img src="file:///C:/image001.png"></p></body></html>`
  await text.evaluate((editor, copiedHtml) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', copiedHtml)
    clipboardData.setData('text/plain', 'Water Candles')
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
  await expect(text.locator('ul > li')).toHaveText(['Water', 'Candles'])
  await expect(findAlertDialog(page, 'Pictures are missing')).toContainText('A picture was not pasted')
})

test('a memorandum with its PDF is read and saved by a resident', async ({ visit }) => {
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/memorandums?modal=true' })
  const form = new TicketForm(adminPage, 'Add memorandum')
  expect((await form.dialog.locator('section').first().boundingBox())?.width).toBe(1000)
  const memorandumPdf = await loadPdf('water-tank.pdf')
  await form.fillText('Title', 'Cleaning of the water tank, again')
  await form.fillText('Description', 'Please store water the day before.')
  const fileChooserPromise = adminPage.waitForEvent('filechooser')
  await form.dialog
    .getByRole('group', { name: 'Files' })
    .getByRole('button', { name: /Choose/ })
    .click()
  await (await fileChooserPromise).setFiles(memorandumPdf)
  await expect(form.dialog.getByRole('button', { name: 'Remove water-tank.pdf' })).toBeVisible()
  await expect(form.dialog.getByRole('progressbar')).toHaveCount(0)
  await form.submit()
  await expect(findToast(adminPage, 'Memorandum added successfully.')).toBeVisible()

  const page = await visit({ on: 'phone', as: RESIDENT, to: '/memorandums' })
  const memorandumItem = page
    .getByRole('listitem')
    .filter({ hasText: 'Cleaning of the water tank, again' })
    .first()
  await memorandumItem.getByRole('button', { name: /^Open / }).click()
  const readerDialog = page.getByRole('dialog')
  await expect(readerDialog.getByText('1 page', { exact: true })).toBeVisible()
  await expect(readerDialog.locator('canvas')).toHaveCount(1)
  const downloadPromise = page.waitForEvent('download')
  await readerDialog.getByRole('button', { name: /^Download / }).click()
  const downloadedBytes = await readFile(await (await downloadPromise).path())
  // Compares only the content stream of the page, because the server rewrites the other parts of an uploaded
  // PDF.
  const streamStart = memorandumPdf.buffer.indexOf('stream\n')
  const streamContent = memorandumPdf.buffer.subarray(
    streamStart,
    memorandumPdf.buffer.indexOf('endstream', streamStart),
  )
  expect([streamContent.length > 100, downloadedBytes.includes(streamContent)]).toEqual([true, true])
})
