import { readFile } from 'node:fs/promises'
import { ADMIN, RESIDENT } from '../fixtures/accounts.ts'
import { createJpeg, loadPdf } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findToast } from '../pages/dialogs.ts'
import { TicketForm } from '../pages/ticket-form.ts'

test.describe.configure({ mode: 'parallel' })

test('a post written in the editor appears on the resident’s open list, and both sides comment', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 503/)
  const readerPage = await visit({ on: 'phone', as: RESIDENT, to: '/mail' })
  await expect(readerPage.locator('.posts a').first()).toBeVisible()

  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/announcements' })
  await adminPage.getByRole('button', { name: 'Add announcement' }).click()
  const form = new TicketForm(adminPage, 'ADD ANNOUNCEMENT')
  await form.fillText('Title', 'Lanterns on the roof deck')
  await form.fillText('Description', 'Bring one, or make one with us.')
  await form.chooseOption('Event')
  await form.fillText('Attached URL', 'https://example.com/lanterns')
  const formatToolbar = form.dialog.getByRole('toolbar', { name: 'Formatting' })
  const text = form.dialog.getByRole('textbox', { name: 'Content' })
  await text.click()
  await formatToolbar.getByRole('button', { name: 'Bold' }).click()
  await adminPage.keyboard.type('Friday at seven')
  await formatToolbar.getByRole('button', { name: 'Bold' }).click()
  await adminPage.keyboard.press('Enter')
  await formatToolbar.getByRole('button', { name: 'Bulleted list' }).click()
  await adminPage.keyboard.type('Paper')
  await adminPage.keyboard.press('Enter')
  await adminPage.keyboard.type('Candles')
  await adminPage.keyboard.press('Enter')
  await adminPage.keyboard.press('Enter')
  const fileChooserPromise = adminPage.waitForEvent('filechooser')
  await formatToolbar.getByRole('button', { name: 'Insert pictures' }).click()
  await (await fileChooserPromise).setFiles(await createJpeg('lantern.jpg', 40))
  await expect(text.locator('img')).toHaveCount(1)
  await form.submit()
  await expect(findToast(adminPage, 'Post added successfully.')).toBeVisible()

  const line = readerPage.getByRole('link', { name: /Lanterns on the roof deck/ })
  await expect(line).toBeVisible()
  await line.click()
  const post = readerPage.getByRole('article')
  await expect(post.locator('strong')).toHaveText('Friday at seven')
  await expect(post.locator('.rich li, li').filter({ hasText: 'Candles' })).toBeVisible()
  const picture = post.locator('img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(100)

  await adminPage.getByRole('button', { name: 'Thread Lanterns on the roof deck' }).click()
  const threadDialog = adminPage.getByRole('dialog', { name: 'Thread' })
  await expect(threadDialog.getByText('No comments yet.')).toBeVisible()
  const commentBox = readerPage.getByRole('textbox', { name: 'Comment' })
  await readerPage.route('**/api/comment', (route) => route.fulfill({ status: 503 }))
  await commentBox.fill('We bring two.')
  await readerPage.getByRole('button', { name: 'Send' }).click()
  await expect(commentBox).toHaveAttribute('aria-invalid', 'true')
  await expect(commentBox).toHaveValue('We bring two.')
  await readerPage.unroute('**/api/comment')
  await readerPage.getByRole('button', { name: 'Send' }).click()
  await expect(readerPage.locator('.comment').filter({ hasText: 'We bring two.' })).toBeVisible()
  const comment = threadDialog.locator('.comment').filter({ hasText: 'We bring two.' })
  await expect(comment).toBeVisible()
  await comment.getByRole('button', { name: /^Delete the comment/ }).click()
  await answerAlertDialog(adminPage, 'Do you Want to delete this comment?', 'Delete')
  await expect(comment).toBeHidden()
  await expect(readerPage.locator('.comment')).toHaveCount(0)
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
