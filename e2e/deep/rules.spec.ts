import { createResidentAccount } from '../fixtures/accounts.ts'
import { getDayFromNow } from '../fixtures/days.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { TicketForm } from '../pages/ticket-form.ts'
import { TicketList } from '../pages/ticket-list.ts'

test('a form closed while it is being sent does not change the page opened since', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('A-103') })
  const releaseSignal = Promise.withResolvers<void>()
  await page.route('**/api/commendation', async (route) => {
    await releaseSignal.promise
    await route.continue()
  })
  await page.goto('/policies')
  await page.goto('/commendations')
  const form = new TicketForm(page, 'Add commendation')
  const addButton = page.getByRole('button', { name: 'Add commendation' })
  await addButton.click()
  await form.fillText('Title', 'Sent and closed')
  await form.chooseOption('Commendation')
  await form.fillText('Comment', 'On a slow line.')
  await form.submit()
  await form.dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await answerAlertDialog(page, 'Close while it is being saved?', 'Close')
  await expect(form.dialog).toBeHidden()
  releaseSignal.resolve()
  await expect(findToast(page, 'Commendation added successfully.')).toBeVisible()
  await expect(new TicketList(page).findItem('Sent and closed')).toHaveCount(1)
  await expect(page).toHaveURL(/\/commendations$/)
})

test('a typed time that is not offered stays in its field with a message', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: createResidentAccount('A-103'), to: '/reservations?modal=true' })
  const form = new TicketForm(page, 'Add reservation')
  const startTimeField = form.dialog.getByRole('textbox', { name: 'Start Time' })
  for (const [typedTime, problem] of [
    [`${getDayFromNow(3)} 10:45`, 'Please choose minutes from 00 to 29.'],
    [`${getDayFromNow(3)} 05:15`, 'Please choose hours from 06 to 21.'],
    [`${getDayFromNow(-3)} 10:15`, 'Please choose a date that is not in the past.'],
    ['next Tuesday', 'Please write it as YYYY-MM-DD HH:mm.'],
    [getDayFromNow(3), 'Please write it as YYYY-MM-DD HH:mm.'],
  ] as const) {
    await form.typeDate('Start Time', typedTime)
    await form.dialog.getByRole('textbox', { name: 'Description' }).click()
    await expect(form.dialog.getByText(problem)).toBeVisible()
    await expect(startTimeField).toHaveValue(typedTime)
    await form.submit()
    await expect(form.dialog.getByText(problem)).toBeVisible()
    await expect(startTimeField).toHaveValue(typedTime)
  }
  await form.typeDate('Start Time', `${getDayFromNow(3)} 10:15`)
  await form.dialog.getByRole('textbox', { name: 'Description' }).click()
  await expect(startTimeField).toHaveValue(`${getDayFromNow(3)} 10:15`)
  await expect(startTimeField).not.toHaveAttribute('aria-invalid', 'true')
})

test('a date can be typed before the calendar is loaded, which then opens beside it', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: createResidentAccount('A-103') })
  const releaseSignal = Promise.withResolvers<void>()
  await page.route('**/calendar-popup-*.js', async (route) => {
    await releaseSignal.promise
    await route.continue()
  })
  await page.goto('/reservations?modal=true')
  const startTimeField = page.getByRole('dialog').getByRole('textbox', { name: 'Start Time' })
  await startTimeField.click()
  await startTimeField.pressSequentially(`${getDayFromNow(3)} 10:1`)
  releaseSignal.resolve()
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
  await startTimeField.pressSequentially('5')
  await expect(startTimeField).toHaveValue(`${getDayFromNow(3)} 10:15`)
  await page.getByRole('button', { name: 'Choose a date' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeHidden()
})

test('a booking more than a year ahead is asked about, and the form stays open to change it', async ({
  visit,
}) => {
  const page = await visit({
    on: 'phone',
    as: createResidentAccount('A-103'),
    to: '/reservations?modal=true',
  })
  const form = new TicketForm(page, 'Add reservation')
  await form.chooseOption('Basketball Court')
  await form.chooseOption('Event Booking')
  await form.setDate('Start Time', '2037-03-14T10:00')
  await form.setDate('End Time', '2037-03-14T12:00')
  await form.fillText('Description', 'Basketball with cousins')
  await form.submit()
  const confirmDialog = findAlertDialog(page, 'This is more than a year ahead')
  await expect(confirmDialog).toContainText('Start Time: 14 Mar 2037, 10:00 AM')
  await page.keyboard.press('Enter')
  await expect(confirmDialog).toBeHidden()
  await expect(form.dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'Basketball with cousins',
  )
  await form.submit()
  await answerAlertDialog(page, 'This is more than a year ahead', 'It is right')
  await expect(findToast(page, 'Reservation added successfully.')).toBeVisible()
})

test('the information field of a new worker has a hint', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('A-103'), to: '/permits?modal=true' })
  const workers = page.getByRole('dialog').getByRole('group', { name: 'Workers' })
  await expect(workers).toHaveAccessibleDescription(/Information: trade and mobile number/)
  await expect(workers.getByText('Painter, 0917 555 0101')).toBeVisible()
})

test('the code of a new ticket’s form is fetched once its list is loaded', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('A-103'), to: '/healthz' })
  const scriptResponse = page.waitForResponse(/\/add-panel-.*\.js$/)
  await page.goto('/commendations')
  expect((await scriptResponse).status()).toBe(200)
  await page.waitForLoadState('networkidle')
  // Blocks all further files, so the form opens only if its code is already loaded.
  await page.route('**/assets/**', () => undefined)
  await page.getByRole('button', { name: 'Add commendation' }).click()
  await expect(new TicketForm(page, 'Add commendation').dialog.getByLabel('Title')).toBeVisible()
})

test('booked times are shown in the form, and a conflict keeps it open with a message', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 409/)
  const day = getDayFromNow(45)
  const neighbourClient = await api(createResidentAccount('A-203'))
  const { body: amenities } = await neighbourClient.call<{ data: { id: number; title: string }[] }>(
    'GET',
    '/amenities?page=1&limit=0&searchTerm=',
  )
  const court = amenities.data.find(({ title }) => title === 'Basketball Court')
  const bookingBody = { amenityId: court?.id, startTime: `${day} 09:00:00`, endTime: `${day} 11:00:00` }
  await neighbourClient.file('reservation', bookingBody)

  const page = await visit({
    on: 'phone',
    as: createResidentAccount('A-202'),
    to: '/reservations?modal=true',
  })
  const form = new TicketForm(page, 'Add reservation')
  await form.chooseOption('Basketball Court')
  await form.chooseOption('Event Booking')
  await form.setDate('Start Time', `${day}T10:00`)
  await form.setDate('End Time', `${day}T12:00`)
  await form.fillText('Description', 'Barangay league')
  const takenTimes = form.dialog.getByRole('status', { name: 'Taken times' })
  await expect(takenTimes).toContainText('9:00 AM to 11:00 AM')
  await expect(takenTimes).toContainText('The time you chose overlaps 9:00 AM to 11:00 AM.')
  await form.submit()
  await expect(findAlertDialog(page, 'Unable to reserved')).toContainText(
    'These dates already reserved to this amenity.',
  )
  await answerAlertDialog(page, 'Unable to reserved', 'OK')
  await expect(form.dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Barangay league')

  await form.setDate('Start Time', `${day}T11:00`)
  await expect(takenTimes).not.toContainText('overlaps')
  await form.submit()
  await expect(findToast(page, 'Reservation added successfully.')).toBeVisible()
})
