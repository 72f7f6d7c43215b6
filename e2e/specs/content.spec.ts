import { readFile } from 'node:fs/promises'
import { ADMIN, RESIDENT, resident } from '../fixtures/accounts.ts'
import type { Calls } from '../fixtures/calls.ts'
import { jpeg, pdf } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { answer, question, toast } from '../pages/dialogs.ts'
import { TicketForm } from '../pages/ticket-form.ts'

/** Only this file uses this resident. */
const READER = resident('A-303')

test.describe.configure({ mode: 'parallel' })

/** Publishes a post and returns its id. */
async function publish(office: Calls, changes: Readonly<Record<string, unknown>>): Promise<number> {
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

test('a post written in the editor appears on the resident’s open list, and both sides comment', async ({
  visit,
}) => {
  const reader = await visit({ on: 'phone', as: RESIDENT, to: '/mail' })
  await expect(reader.locator('.posts a').first()).toBeVisible()

  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/announcements' })
  await office.getByRole('button', { name: 'Add announcement' }).click()
  const form = new TicketForm(office, 'ADD ANNOUNCEMENT')
  await form.type('Title', 'Lanterns on the roof deck')
  await form.type('Description', 'Bring one, or make one with us.')
  await form.pick('Event')
  await form.type('Attached URL', 'https://example.com/lanterns')
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
  await (await chooser).setFiles(await jpeg('lantern.jpg', 40))
  await expect(text.locator('img')).toHaveCount(1)
  await form.submit()
  await expect(toast(office, 'Post added successfully.')).toBeVisible()

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
  await reader.reload()
  await expect(box, 'a reload loses nothing that was typed').toHaveValue('We bring two.')
  await reader.getByRole('button', { name: 'Send' }).click()
  await expect(reader.locator('.comment').filter({ hasText: 'We bring two.' })).toBeVisible()
  const comment = thread.locator('.comment').filter({ hasText: 'We bring two.' })
  await expect(comment).toBeVisible()
  await comment.getByRole('button', { name: /^Delete the comment/ }).click()
  await answer(office, 'Do you Want to delete this comment?', 'Delete')
  await expect(comment).toBeHidden()
  await expect(reader.locator('.comment')).toHaveCount(0)
})

test('a post without comments says so', async ({ visit, api }) => {
  const id = await publish(await api(ADMIN), { title: 'Read only', enableMessaging: 0 })
  const page = await visit({ on: 'phone', as: RESIDENT, to: `/mail?postId=${id}` })
  await expect(page.getByPlaceholder('Disabled Comments')).toBeDisabled()
})

test('a memorandum with its PDF is read and saved by a resident', async ({ visit }) => {
  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/memorandums?modal=true' })
  const form = new TicketForm(office, 'Add memorandum')
  expect((await form.dialog.locator('section').first().boundingBox())?.width).toBe(1000)
  const circular = await pdf('water-tank.pdf')
  await form.type('Title', 'Cleaning of the water tank, again')
  await form.type('Description', 'Please store water the day before.')
  const chooser = office.waitForEvent('filechooser')
  await form.dialog
    .getByRole('group', { name: 'Files' })
    .getByRole('button', { name: /Choose/ })
    .click()
  await (await chooser).setFiles(circular)
  await expect(form.dialog.getByRole('button', { name: 'Remove water-tank.pdf' })).toBeVisible()
  await expect(form.dialog.getByRole('progressbar')).toHaveCount(0)
  await form.submit()
  await expect(toast(office, 'Memorandum added successfully.')).toBeVisible()

  const page = await visit({ on: 'phone', as: RESIDENT, to: '/memorandums' })
  const memo = page.getByRole('listitem').filter({ hasText: 'Cleaning of the water tank, again' }).first()
  await memo.getByRole('button', { name: /^Open / }).click()
  const reader = page.getByRole('dialog')
  await expect(reader.getByText('1 page', { exact: true })).toBeVisible()
  await expect(reader.locator('canvas')).toHaveCount(1)
  const coming = page.waitForEvent('download')
  await reader.getByRole('button', { name: /^Download / }).click()
  const saved = await readFile(await (await coming).path())
  // The server rewrites PDFs; the page stays.
  const stream = circular.buffer.indexOf('stream\n')
  const content = circular.buffer.subarray(stream, circular.buffer.indexOf('endstream', stream))
  expect([content.length > 100, saved.includes(content)]).toEqual([true, true])
})

test('headers of the house rules are moved by keyboard, and stay', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/policies' })
  const names = page.locator('button.unfold')
  await expect(names.first()).toBeVisible()
  const before = await names.allTextContents()
  const first = before[0] ?? ''
  const grip = page.getByRole('button', { name: `Move ${first}`, exact: true })
  const told = page.locator('[id^="DndLiveRegion"]')
  await grip.focus()
  await page.keyboard.press('Space')
  await expect(told).toContainText('place 1 of')
  // The sensor listens to keys one tick after it picked the header up.
  await page.waitForTimeout(100)
  await page.keyboard.press('ArrowDown')
  await expect(told).toContainText('place 2 of')
  await page.keyboard.press('Space')
  await expect(toast(page, 'Header edited successfully.')).toBeVisible()
  const after = [before[1], first, ...before.slice(2)]
  await expect(names).toHaveText(after as string[])
  await page.reload()
  await expect(names).toHaveText(after as string[])
})

test('feedback of a resident reaches the office with its stars', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: RESIDENT, to: '/services' })
  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog', { name: 'Feedback' })
  await panel.getByRole('button', { name: 'Send feedback' }).click()
  await expect(panel.getByText('Please choose 1 to 5 stars!')).toBeVisible()
  await panel.getByRole('radio', { name: /^4 stars/ }).check({ force: true })
  await panel.getByRole('textbox', { name: 'In your words' }).fill('The lift is quick again.')
  await panel.getByRole('button', { name: 'Send feedback' }).click()
  await expect(toast(page, 'Thank you. The PMO has your feedback.')).toBeVisible()

  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/feedbacks' })
  const row = office.getByRole('row').filter({ hasText: 'The lift is quick again.' })
  await expect(row.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
})

test('changing a password shows the message of each outcome', async ({ visit, allowError }) => {
  allowError(/status of 400.*change-password/)
  const page = await visit({ on: 'phone', as: READER, to: '/settings' })
  const field = (name: string) => page.getByLabel(new RegExp(`^${name}`))
  const submit = page.getByRole('button', { name: 'Change password' })
  await submit.click()
  for (const words of [
    'Please input your old password!',
    'Please input your new password!',
    'Please re-type your new password!',
  ])
    await expect(page.getByText(words)).toBeVisible()

  await field('Old password').fill('not-the-password')
  await field('New password').fill('a-new-Password-7')
  await field('Re-type new password').fill('another-Password-7')
  await submit.click()
  await expect(question(page, 'Password Unmatched')).toContainText(
    'The new password and re-type password does not matched.',
  )
  await question(page, 'Password Unmatched').getByRole('button').click()

  await field('Re-type new password').fill('a-new-Password-7')
  await submit.click()
  const failed = question(page, 'Change Password Failed')
  await expect(failed).toContainText('Unable to change your password.')
  await expect(failed).toContainText('The old password is not right.')
  await failed.getByRole('button').click()

  await field('New password').fill('short')
  await field('Re-type new password').fill('short')
  await submit.click()
  await expect(failed).toContainText('Unable to change your password.')
  await expect(failed).toContainText('The new password needs at least 8 characters.')
  await failed.getByRole('button').click()
  await field('New password').fill('a-new-Password-7')
  await field('Re-type new password').fill('a-new-Password-7')

  await field('Old password').fill(READER.password)
  await submit.click()
  await expect(question(page, 'Password Changed')).toContainText(
    'Your Password has been changed succesfully.',
  )
  await question(page, 'Password Changed').getByRole('button').click()
  await expect(page).toHaveURL(/\/$/)
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

test('the search finds a post and a ticket, and opens them by keyboard', async ({ visit, api }) => {
  await publish(await api(ADMIN), { title: 'Kalesa rides on Sunday' })
  const ticket = await (await api(RESIDENT)).file('jobOrder', { title: 'Kalesa parked at the gate' })
  const page = await visit({ on: 'desk', as: RESIDENT, to: '/services' })
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: /^Search/ })
  await box.fill('kalesa')
  const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(found).toHaveCount(2)
  await page.getByRole('option', { name: /rides on Sunday/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kalesa rides on Sunday')
  await page.keyboard.press('Control+k')
  await box.fill(ticket.ticketNumber)
  await expect(found).toHaveCount(1)
  await box.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Kalesa parked at the gate')
})
