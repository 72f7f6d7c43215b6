import { ADMIN, RESIDENT } from '../fixtures/accounts.ts'
import { createJpeg } from '../fixtures/files.ts'
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
