import { ADMIN } from '../../fixtures/accounts.ts'
import {
  BOOKING_DAY,
  createBookedAmenity,
  createReservation,
  getSlotPosition,
} from '../../fixtures/booked-amenity.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'
import { chooseRadio } from '../../pages/presses.ts'
import { TicketForm } from '../../pages/ticket-form.ts'
import { waitUntilPageLoaded } from '../../tour/go-to-stop.ts'

const HALF_HOUR_PIXELS = 26

test('the office opens a booking from the calendar, files one in a free time, and closes hours', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/409/)
  const adminClient = await api(ADMIN)
  const { id, title, ticket } = await createBookedAmenity(adminClient)
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/reservations' })
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await page.getByRole('textbox', { name: 'Day' }).fill(BOOKING_DAY)
  await page.getByRole('textbox', { name: 'Day' }).press('Enter')
  const bookingButton = page.getByRole('button', { name: new RegExp(`^${title}, .*${ticket}$`) })
  await expect(bookingButton).toContainText('C-402')
  await expect(bookingButton).toContainText('FOR APPROVAL')
  // Waits, because the previous bookings stay visible (faded) until the new ones are loaded.
  await waitUntilPageLoaded(page)
  expect(await findAxeViolations(page)).toEqual([])
  await bookingButton.focus()
  const otherTicket = await createReservation(adminClient, id, '08:00', '09:00')
  await expect(page.getByRole('button', { name: new RegExp(`${otherTicket}$`) })).toBeAttached()
  await expect(bookingButton).toBeFocused()
  const pdfBytes = await page.pdf({ preferCSSPageSize: true })
  expect(pdfBytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)

  await chooseRadio(page.getByRole('radio', { name: 'Week' }))
  await expect(bookingButton).toContainText('10:00 AM to 12:00 PM')
  await waitUntilPageLoaded(page)
  expect(await findAxeViolations(page)).toEqual([])
  await bookingButton.press('Enter')
  const recordDialog = page.getByRole('dialog', { name: new RegExp(ticket) })
  await recordDialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(bookingButton).toBeFocused()
  expect(new URL(page.url()).searchParams.get('view')).toBe('week')

  await chooseRadio(page.getByRole('radio', { name: 'Day', exact: true }))
  await expect(page.locator('.ec-slot').first()).toBeAttached()
  const { x, y } = await getSlotPosition(page, title, '2 PM')
  await page.mouse.move(x, y + HALF_HOUR_PIXELS)
  await page.mouse.down()
  await page.mouse.move(x, y + 3 * HALF_HOUR_PIXELS, { steps: 4 })
  await page.mouse.up()
  const slotDialog = page.getByRole('dialog', { name: title })
  await expect(slotDialog).toContainText('2:30 PM to 4:00 PM')
  await slotDialog.getByRole('button', { name: 'New reservation' }).click()
  const form = new TicketForm(page, 'ADD RESERVATION')
  await expect(form.dialog.getByRole('textbox', { name: 'Start Time' })).toHaveValue(`${BOOKING_DAY} 14:30`)
  await form.pickTenant('C-401', /C-401/)
  await form.chooseOption('Event Booking')
  await form.fillText('Description', 'Reunion')
  await form.submit()
  await expect(findToast(page, 'Reservation added successfully.')).toBeVisible()
  const newReservation = page.getByRole('button', {
    name: new RegExp(`^${title}, .*C-401.*2:30 PM to 4:00 PM`),
  })
  await expect(newReservation).toBeVisible()

  await page.getByRole('button', { name: 'Close hours' }).click()
  const closeHoursDialog = page.getByRole('dialog', { name: 'Close hours' })
  await closeHoursDialog.getByRole('combobox', { name: 'Amenity' }).selectOption(title)
  await expect(closeHoursDialog.getByRole('textbox', { name: 'From', exact: true })).toHaveValue(BOOKING_DAY)
  await closeHoursDialog.getByLabel('Closed from').fill('11:00')
  await closeHoursDialog.getByLabel('Closed to').fill('13:00')
  await closeHoursDialog.getByRole('textbox', { name: 'Reason' }).fill('New tiles')
  await closeHoursDialog.getByRole('button', { name: 'Close hours' }).click()
  await expect(findAlertDialog(page, 'Close these hours?')).toContainText(ticket)
  await answerAlertDialog(page, 'Close these hours?', 'Close')
  await expect(findToast(page, 'Closure added successfully.')).toBeVisible()
  await expect(page.getByText('Closed: New tiles')).toBeAttached()
})
