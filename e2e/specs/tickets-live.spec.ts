import { ADMIN, RESIDENT, GUARD, DEBTOR } from '../fixtures/accounts.ts'
import { dayFromNow } from '../fixtures/days.ts'
import { film, jpeg } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { answer, toast } from '../pages/dialogs.ts'
import { RecordModal } from '../pages/record-modal.ts'
import { TicketForm } from '../pages/ticket-form.ts'
import { TicketList } from '../pages/ticket-list.ts'

test.describe('on a phone, a resident', () => {
  test('files a job order, changes it and deletes it', async ({ visit }) => {
    const page = await visit({ on: 'phone', as: RESIDENT, to: '/service-requests' })
    const list = new TicketList(page)
    await page.getByRole('button', { name: 'Add job order' }).click()
    const form = new TicketForm(page, 'Add job order')
    await form.submit()
    await expect(form.dialog.getByText('Please input your title!')).toBeVisible()
    await expect(form.dialog.getByText('Please input your description!')).toBeVisible()
    await expect(form.dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await form.type('Title', 'Bathroom light flickers')
    await form.type('Description', 'It goes off for a second every few minutes.')
    await form.submit()
    await expect(toast(page, 'Request added successfully.')).toBeVisible()
    await expect(list.item('Bathroom light flickers')).toContainText('FOR APPROVAL')

    await list.open('Bathroom light flickers')
    await page
      .getByRole('dialog', { name: 'Job Orders' })
      .getByRole('button', { name: 'Edit job order' })
      .click()
    const edit = new TicketForm(page, 'Edit job order')
    await edit.type('Title', 'Bathroom light is out')
    await edit.dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, 'Request edited successfully.')).toBeVisible()
    await page.getByRole('dialog', { name: 'Job Orders' }).getByRole('button', { name: 'Close' }).click()
    await expect(list.item('Bathroom light is out')).toBeVisible()

    await list.act('Bathroom light is out', 'Delete')
    await answer(page, 'Do you want to delete this item?', 'Delete')
    await expect(toast(page, 'Request deleted successfully.')).toBeVisible()
    await expect(list.item('Bathroom light is out')).toBeHidden()
  })

  test('files a gate pass with several items', async ({ visit }) => {
    const page = await visit({ on: 'phone', as: RESIDENT, to: '/tickets' })
    await page.getByRole('button', { name: 'Add gate pass' }).click()
    const form = new TicketForm(page, 'Add gate pass')
    await expect(form.dialog.getByRole('radio', { name: 'Delivery' })).toBeChecked()
    await form.submit()
    for (const words of ['Please input your bearer name!', 'Please input your date of use!', 'Missing Name'])
      await expect(form.dialog.getByText(words)).toBeVisible()
    await form.type('Bearer Name', 'Mario Delivery')
    await form.pick('Move In')
    await form.setDate('Date of Application', `${dayFromNow(1)}T08:00`)
    await form.setDate('Date of Use', `${dayFromNow(2)}T09:30`)
    await expect(form.dialog.getByRole('button', { name: 'Remove item 1' })).toBeHidden()
    await form.type('Name of item 1', 'Sofa')
    await form.type('Quantity of item 1', '1')
    await form.dialog.getByRole('button', { name: 'Add item' }).click()
    await form.type('Name of item 2', 'Chairs')
    await form.type('Quantity of item 2', '6')
    await form.submit()
    await expect(toast(page, 'Gate Pass added successfully.')).toBeVisible()
    const card = new TicketList(page).item('Mario Delivery')
    await expect(card).toContainText('9:30 AM')
    await expect(card).toContainText('MOVEIN')
  })

  test('files an incident report with three pictures and a film', async ({ visit }) => {
    const page = await visit({ on: 'phone', as: RESIDENT, to: '/incident-reports' })
    await page.getByRole('button', { name: 'Add incident report' }).click()
    const form = new TicketForm(page, 'Add incident report')
    await form.type('Title', 'Water on the stairs')
    await form.type('Description', 'Between the second and the third floor.')
    const chosen = [20, 140, 260, 320].map((hue, place) => jpeg(`stairs-${place}.jpg`, hue))
    const [first, second, third, tooMany] = await Promise.all(chosen)
    if (!first || !second || !third || !tooMany) throw new Error('no pictures')
    await form.attach('Images', first, second)
    const chooser = page.waitForEvent('filechooser')
    await form.dialog.getByRole('button', { name: /Choose more/ }).click()
    await (await chooser).setFiles([third, tooMany])
    await expect(toast(page, 'At most 3 files can be added.')).toBeVisible()
    await expect(form.dialog.getByRole('button', { name: /^Open stairs/ })).toHaveCount(3)
    await expect(
      form.dialog.getByRole('group', { name: 'Images' }).getByRole('button', { name: /Choose/ }),
    ).toBeHidden()
    await form.attach('Video', await film('stairs.webm'))
    await form.submit()
    await expect(toast(page, 'Incident Report added successfully.')).toBeVisible()
    await new TicketList(page).open('Water on the stairs')

    const record = page.getByRole('dialog', { name: 'Incident Reports' })
    await expect(record.getByText('Between the second')).toBeVisible()
    // Incident reports have no times (rules 5.7).
    await expect(record.getByText('Start Time')).toHaveCount(0)
    await expect(record.getByRole('img')).toHaveCount(0)
    const pictures = record.locator('.thumb img')
    await expect(pictures).toHaveCount(3)
    for (const picture of await pictures.all())
      await expect
        .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
        .toBeGreaterThan(100)
    await record.getByRole('button', { name: 'Open stairs.webm' }).click()
    const video = page.getByRole('dialog', { name: 'stairs.webm' }).locator('video')
    await expect
      .poll(() => video.evaluate((player) => player instanceof HTMLVideoElement && player.videoWidth))
      .toBe(640)
  })

  test('announces a visitor with their identity card', async ({ visit }) => {
    const page = await visit({ on: 'phone', as: RESIDENT, to: '/visitors' })
    await page.getByRole('button', { name: 'Add visitor pass' }).click()
    const form = new TicketForm(page, 'Add visitor pass')
    await form.type('Visitors Name', 'Celia Ramos')
    await form.type('Address', '4 Mabini St., Pasig')
    await form.pick('Female')
    await form.type('Phone Number', '0917555')
    await form.type('Email', 'celia@mail.test')
    await form.setDate('Date of Visit', `${dayFromNow(1)}T15:00`)
    await form.type('Purpose of Visit', 'Birthday')
    await form.attach('Valid ID', await jpeg('id.jpg', 90))
    await form.submit()
    await expect(form.dialog.getByText('Phone number should be 11 digits')).toBeVisible()
    await form.type('Phone Number', '09175550123')
    await form.submit()
    await expect(toast(page, 'Visitor added successfully.')).toBeVisible()
    await expect(new TicketList(page).item('Celia Ramos')).toBeVisible()
  })
})

test('a decision of the office appears on the resident’s open list at once', async ({ visit, api }) => {
  const resident = await api(RESIDENT)
  const [first, second] = [
    await resident.file('gatePass', { bearerName: 'Live One' }),
    await resident.file('gatePass', { bearerName: 'Live Two' }),
  ]
  const home = await visit({ on: 'phone', as: RESIDENT, to: '/tickets' })
  const neighbour = await visit({ on: 'phone', as: DEBTOR, to: '/tickets' })
  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  const [mine, theirs, desk] = [new TicketList(home), new TicketList(neighbour), new TicketList(office)]
  for (const list of [mine, theirs, desk]) await list.ready()
  await expect(office.getByText('Live', { exact: true })).toBeVisible()
  const theirsBefore = await neighbour.getByRole('article').allInnerTexts()
  const bell = home.getByRole('button', { name: /^Notifications/ })
  const unread = async (): Promise<number> =>
    (await resident.call<{ count: number }>('GET', `/client-notif-count/${first.tenant.id}`)).body.count
  const before = await unread()
  /** Returns whether each notification about the two tickets is read. */
  const readFlags = async (): Promise<number[]> => {
    const { body } = await resident.call<{ data: { message: string; isRead: number }[] }>(
      'GET',
      `/client-notif/${first.tenant.id}?page=1&limit=30`,
    )
    const about = [first.ticketNumber, second.ticketNumber]
    return body.data
      .filter(({ message }) => about.some((number) => message.includes(number)))
      .map(({ isRead }) => isRead)
  }
  await home.evaluate(() => Object.assign(window, { neverReloaded: true }))

  const decide = async (ticketNumber: string, word: string, past: string): Promise<void> => {
    await desk.open(ticketNumber)
    const record = new RecordModal(office, ticketNumber)
    await record.setStatus(word)
    await record.remark(`Now ${past}`)
    await record.submit()
    await expect(toast(office, 'Gate Pass edited successfully.').last()).toBeVisible()
    await expect(mine.item(ticketNumber)).toContainText(word)
    await expect(mine.item(ticketNumber)).toContainText(`Just updated: ${past}`)
    await expect(record.dialog).toBeHidden()
  }
  await decide(first.ticketNumber, 'APPROVED', 'approved')
  await decide(first.ticketNumber, 'ONGOING', 'set to ongoing')
  await decide(first.ticketNumber, 'COMPLETED', 'completed')
  await decide(second.ticketNumber, 'REJECTED', 'rejected')

  // Other tests may publish meanwhile, so the bell shows the server's count, which includes these four.
  await expect.poll(unread).toBeGreaterThanOrEqual(before + 4)
  const showsServerCount = async (): Promise<boolean> => {
    const count = await unread()
    const name = count === 0 ? 'Notifications' : `Notifications, ${count} unread`
    return (await bell.getAttribute('aria-label')) === name
  }
  await expect.poll(showsServerCount).toBe(true)
  expect(await readFlags()).toEqual([0, 0, 0, 0])
  expect(await home.evaluate(() => 'neverReloaded' in window)).toBe(true)
  expect(await neighbour.getByRole('article').allInnerTexts()).toEqual(theirsBefore)

  await bell.click()
  const latest = home
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: second.ticketNumber })
    .first()
  await expect(latest).toContainText('rejected')
  await latest.getByRole('button').click()
  await home.getByRole('dialog').getByRole('button', { name: 'View' }).click()
  const record = home.getByRole('dialog', { name: 'Gate Pass' })
  await expect(record).toContainText(second.ticketNumber)
  await expect(record).toContainText('Now rejected')
  // Opening a notification marks only that one as read.
  await expect.poll(readFlags).toEqual([1, 0, 0, 0])
  await record.getByRole('button', { name: 'Close' }).first().click()
  await bell.click()
  await home.getByRole('button', { name: 'Mark these as read' }).click()
  await expect.poll(readFlags).toEqual([1, 1, 1, 1])
  await expect.poll(showsServerCount).toBe(true)
})

test('a new ticket of a resident appears on the office’s open list at once', async ({ visit, api }) => {
  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  const list = new TicketList(office)
  await list.ready()
  await expect(office.getByText('Live', { exact: true })).toBeVisible()
  const resident = await api(RESIDENT)
  const filed = await resident.file('gatePass', { bearerName: 'Seen at once' })
  await expect(list.item('Seen at once')).toContainText('FOR APPROVAL')
  await resident.call('DELETE', `/ticket/${filed.id}`)
  await expect(list.item('Seen at once')).toBeHidden()
})

test('a guard sees gate passes and visitors, and cannot change them', async ({ visit, api }) => {
  const page = await visit({ on: 'desk', as: GUARD })
  await expect(page.getByText('Nothing waits for you.')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Pages' })
  await expect(menu.getByRole('link')).toHaveText(['My work', /^Gate Pass/, /^Visitors/])
  await menu.getByRole('link', { name: 'Gate Pass' }).click()
  const list = new TicketList(page)
  await list.ready()
  await expect(page.getByRole('button', { name: /^(Add|Delete)/ })).toHaveCount(0)
  await page
    .getByRole('button', { name: /^View GP-/ })
    .first()
    .click()
  const record = page.getByRole('dialog')
  await expect(record.getByRole('tab', { name: 'Messages' })).toBeVisible()
  await expect(record.getByRole('button', { name: /Submit|Approve/ })).toHaveCount(0)

  await page.goto('/admin/service-requests')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  const guard = await api(GUARD)
  const { status, body } = await guard.call<{ message: string }>('GET', '/requests?page=1&limit=10')
  expect(status).toBe(403)
  expect(body.message).toContain('orders')
})
