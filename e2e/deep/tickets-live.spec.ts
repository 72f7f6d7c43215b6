import { ADMIN, GUARD, RESIDENT } from '../fixtures/accounts.ts'
import { getDayFromNow } from '../fixtures/days.ts'
import { loadVideo, createJpeg } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { includesText, collectTexts } from '../fixtures/watch-texts.ts'
import { findToast } from '../pages/dialogs.ts'
import { holdCalls } from '../pages/hold-calls.ts'
import { moveTo } from '../pages/move-to.ts'
import { TicketForm } from '../pages/ticket-form.ts'
import { TicketList } from '../pages/ticket-list.ts'

test.describe('on a phone, a resident', () => {
  test('files a gate pass with several items', async ({ visit }) => {
    const page = await visit({ on: 'phone', as: RESIDENT, to: '/tickets' })
    await page.getByRole('button', { name: 'Add gate pass' }).click()
    const form = new TicketForm(page, 'Add gate pass')
    await expect(form.dialog.getByRole('radio', { name: 'Delivery' })).toBeChecked()
    await form.submit()
    for (const missingFieldText of [
      'Please input your bearer name!',
      'Please input your date of use!',
      'Missing Name',
    ])
      await expect(form.dialog.getByText(missingFieldText)).toBeVisible()
    await form.fillText('Bearer Name', 'Mario Delivery')
    await form.chooseOption('Move In')
    await form.setDate('Date of Application', `${getDayFromNow(1)}T08:00`)
    await form.setDate('Date of Use', `${getDayFromNow(2)}T09:30`)
    await expect(form.dialog.getByRole('button', { name: 'Remove item 1' })).toBeHidden()
    await form.fillText('Name of item 1', 'Sofa')
    await form.fillText('Quantity of item 1', '1')
    await form.dialog.getByRole('button', { name: 'Add item' }).click()
    await form.fillText('Name of item 2', 'Chairs')
    await form.fillText('Quantity of item 2', '6')
    await form.submit()
    await expect(findToast(page, 'Gate Pass added successfully.')).toBeVisible()
    const ticketItem = new TicketList(page).findItem('Mario Delivery')
    await expect(ticketItem).toContainText('9:30 AM')
    await expect(ticketItem).toContainText('MOVEIN')
  })

  test('files an incident report with three pictures and a film', async ({ visit }) => {
    const page = await visit({ on: 'phone', as: RESIDENT, to: '/incident-reports' })
    await page.getByRole('button', { name: 'Add incident report' }).click()
    const form = new TicketForm(page, 'Add incident report')
    await form.fillText('Title', 'Water on the stairs')
    await form.fillText('Description', 'Between the second and the third floor.')
    const picturePromises = [20, 140, 260, 320].map((hue, index) => createJpeg(`stairs-${index}.jpg`, hue))
    const [first, second, third, extraPicture] = await Promise.all(picturePromises)
    if (!first || !second || !third || !extraPicture) throw new Error('no pictures')
    await form.attachFiles('Images', first, second)
    const fileChooserPromise = page.waitForEvent('filechooser')
    await form.dialog.getByRole('button', { name: /Choose more/ }).click()
    await (await fileChooserPromise).setFiles([third, extraPicture])
    await expect(findToast(page, 'At most 3 files can be added.')).toBeVisible()
    await expect(form.dialog.getByRole('button', { name: /^Open stairs/ })).toHaveCount(3)
    await expect(
      form.dialog.getByRole('group', { name: 'Images' }).getByRole('button', { name: /Choose/ }),
    ).toBeHidden()
    await form.attachFiles('Video', await loadVideo('stairs.webm'))
    await form.submit()
    await expect(findToast(page, 'Incident Report added successfully.')).toBeVisible()
    await new TicketList(page).openTicket('Water on the stairs')

    const recordDialog = page.getByRole('dialog', { name: 'Incident Reports' })
    await expect(recordDialog.getByText('Between the second')).toBeVisible()
    // Incident reports show no start or end time (rules 5.7).
    await expect(recordDialog.getByText('Start Time')).toHaveCount(0)
    await expect(recordDialog.getByRole('img')).toHaveCount(0)
    const thumbnails = recordDialog.locator('.thumb img')
    await expect(thumbnails).toHaveCount(3)
    for (const thumbnail of await thumbnails.all())
      await expect
        .poll(() => thumbnail.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
        .toBeGreaterThan(100)
    await recordDialog.getByRole('button', { name: 'Open stairs.webm' }).click()
    const video = page.getByRole('dialog', { name: 'stairs.webm' }).locator('video')
    await expect
      .poll(() => video.evaluate((player) => player instanceof HTMLVideoElement && player.videoWidth))
      .toBe(640)
  })
})

test('a list that was closed when a ticket came loads again when it is opened, and is not called live before', async ({
  visit,
  api,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/healthz' })
  const shownTexts = await collectTexts(page, '/admin/tickets')
  const ticketList = new TicketList(page)
  await ticketList.waitForRows()
  const badge = page.getByRole('status').filter({ hasText: /^(Live|Updating…)$/ })
  await expect(badge).toHaveText('Live')
  await page.getByRole('link', { name: 'Announcements' }).click()
  await expect(page.getByRole('heading', { name: 'Announcements' })).toBeVisible()
  await (await api(RESIDENT)).file('gatePass', { bearerName: 'Came meanwhile' })
  await expect.poll(() => includesText(shownTexts, 'Came meanwhile')).toBe(true)
  const releaseCalls = await holdCalls(page, /\/api\/tickets\?/)
  await page.goBack()
  await expect(ticketList.findItem('').first()).toBeVisible()
  await expect(badge).toHaveText('Updating…')
  releaseCalls()
  await expect(ticketList.findItem('Came meanwhile')).toBeVisible()
  await expect(badge).toHaveText('Live')
})

test('a guard of the office sees gate passes and visitors, and cannot change them', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: GUARD })
  await expect(page.getByText('Nothing waits for you.')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Pages' })
  await expect(menu.getByRole('link')).toHaveText(['My work', /^Gate Pass/, /^Visitors/])
  await menu.getByRole('link', { name: 'Gate Pass' }).click()
  await new TicketList(page).waitForRows()
  await expect(page.getByRole('button', { name: /^(Add|Delete)/ })).toHaveCount(0)
  await page
    .getByRole('button', { name: /^View GP-/ })
    .first()
    .click()
  const recordDialog = page.getByRole('dialog', { name: /^VIEW GATE PASS GP-/ })
  await expect(recordDialog.getByRole('tab', { name: 'Messages' })).toBeVisible()
  await expect(recordDialog.getByRole('button', { name: /Submit|Approve/ })).toHaveCount(0)
  await recordDialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(recordDialog).toBeHidden()
  await moveTo(page, '/admin/service-requests')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})
