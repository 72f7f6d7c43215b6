import { readFile } from 'node:fs/promises'
import { ADMIN, RESIDENT } from '../fixtures/accounts.ts'
import { createJpeg, loadPdf } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findToast } from '../pages/dialogs.ts'
import { TicketForm } from '../pages/ticket-form.ts'

test.describe.configure({ mode: 'parallel' })

test('a post written in the editor appears on the resident’s open list, and both sides comment', async ({
  visit,
}) => {
  const reader = await visit({ on: 'phone', as: RESIDENT, to: '/mail' })
  await expect(reader.locator('.posts a').first()).toBeVisible()

  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/announcements' })
  await office.getByRole('button', { name: 'Add announcement' }).click()
  const form = new TicketForm(office, 'ADD ANNOUNCEMENT')
  await form.fillText('Title', 'Lanterns on the roof deck')
  await form.fillText('Description', 'Bring one, or make one with us.')
  await form.chooseOption('Event')
  await form.fillText('Attached URL', 'https://example.com/lanterns')
  const tools = form.dialog.getByRole('toolbar', { name: 'Formatting' })
  const text = form.dialog.getByRole('textbox', { name: 'Content' })
  await text.click()
  await tools.getByRole('button', { name: 'Bold' }).click()
  await office.keyboard.type('Friday at seven')
  await tools.getByRole('button', { name: 'Bold' }).click()
  await office.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Bulleted list' }).click()
  await office.keyboard.type('Paper')
  await office.keyboard.press('Enter')
  await office.keyboard.type('Candles')
  await office.keyboard.press('Enter')
  await office.keyboard.press('Enter')
  const chooser = office.waitForEvent('filechooser')
  await tools.getByRole('button', { name: 'Insert pictures' }).click()
  await (await chooser).setFiles(await createJpeg('lantern.jpg', 40))
  await expect(text.locator('img')).toHaveCount(1)
  await form.submit()
  await expect(findToast(office, 'Post added successfully.')).toBeVisible()

  const line = reader.getByRole('link', { name: /Lanterns on the roof deck/ })
  await expect(line).toBeVisible()
  await line.click()
  const post = reader.getByRole('article')
  await expect(post.locator('strong')).toHaveText('Friday at seven')
  await expect(post.locator('.rich li, li').filter({ hasText: 'Candles' })).toBeVisible()
  const picture = post.locator('img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(100)

  await office.getByRole('button', { name: 'Thread Lanterns on the roof deck' }).click()
  const thread = office.getByRole('dialog', { name: 'Thread' })
  await expect(thread.getByText('No comments yet.')).toBeVisible()
  const box = reader.getByRole('textbox', { name: 'Comment' })
  await box.fill('We bring two.')
  await reader.getByRole('button', { name: 'Send' }).click()
  await expect(reader.locator('.comment').filter({ hasText: 'We bring two.' })).toBeVisible()
  const comment = thread.locator('.comment').filter({ hasText: 'We bring two.' })
  await expect(comment).toBeVisible()
  await comment.getByRole('button', { name: /^Delete the comment/ }).click()
  await answerAlertDialog(office, 'Do you Want to delete this comment?', 'Delete')
  await expect(comment).toBeHidden()
  await expect(reader.locator('.comment')).toHaveCount(0)
})

test('a memorandum with its PDF is read and saved by a resident', async ({ visit }) => {
  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/memorandums?modal=true' })
  const form = new TicketForm(office, 'Add memorandum')
  expect((await form.dialog.locator('section').first().boundingBox())?.width).toBe(1000)
  const circular = await loadPdf('water-tank.pdf')
  await form.fillText('Title', 'Cleaning of the water tank, again')
  await form.fillText('Description', 'Please store water the day before.')
  const chooser = office.waitForEvent('filechooser')
  await form.dialog
    .getByRole('group', { name: 'Files' })
    .getByRole('button', { name: /Choose/ })
    .click()
  await (await chooser).setFiles(circular)
  await expect(form.dialog.getByRole('button', { name: 'Remove water-tank.pdf' })).toBeVisible()
  await expect(form.dialog.getByRole('progressbar')).toHaveCount(0)
  await form.submit()
  await expect(findToast(office, 'Memorandum added successfully.')).toBeVisible()

  const page = await visit({ on: 'phone', as: RESIDENT, to: '/memorandums' })
  const memo = page.getByRole('listitem').filter({ hasText: 'Cleaning of the water tank, again' }).first()
  await memo.getByRole('button', { name: /^Open / }).click()
  const reader = page.getByRole('dialog')
  await expect(reader.getByText('1 page', { exact: true })).toBeVisible()
  await expect(reader.locator('canvas')).toHaveCount(1)
  const downloadPromise = page.waitForEvent('download')
  await reader.getByRole('button', { name: /^Download / }).click()
  const downloadedBytes = await readFile(await (await downloadPromise).path())
  // Compares only the content of the page, because the server rewrites the rest of an uploaded PDF.
  const stream = circular.buffer.indexOf('stream\n')
  const content = circular.buffer.subarray(stream, circular.buffer.indexOf('endstream', stream))
  expect([content.length > 100, downloadedBytes.includes(content)]).toEqual([true, true])
})
