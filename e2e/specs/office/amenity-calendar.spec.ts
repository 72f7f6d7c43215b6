import type { Page } from '@playwright/test'
import { ADMIN } from '../../fixtures/accounts.ts'
import type { ApiClient } from '../../fixtures/api-client.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'
import { chooseRadio } from '../../pages/presses.ts'
import { TicketForm } from '../../pages/ticket-form.ts'
import { waitUntilPageLoaded } from '../../tour/go-to-stop.ts'

const BOOKING_DAY = new Date(Date.now() + 41 * 86_400_000).toISOString().slice(0, 10)

async function createReservation(
  office: ApiClient,
  amenityId: number,
  from: string,
  to: string,
): Promise<string> {
  const { body: tenants } = await office.call<{ data: { id: number }[] }>('GET', '/tenants?searchTerm=C-402')
  const { body: ticket } = await office.call<{ ticketNumber: string }>('POST', '/reservation', {
    tenantId: tenants.data[0]?.id,
    amenityId,
    title: 'Event Booking',
    description: 'Birthday',
    startTime: `${BOOKING_DAY} ${from}:00`,
    endTime: `${BOOKING_DAY} ${to}:00`,
    estimatedAmount: 1,
  })
  return ticket.ticketNumber
}

async function createBookedAmenity(
  office: ApiClient,
): Promise<{ id: number; title: string; ticket: string }> {
  const title = `Garden ${Date.now()}`
  const { body } = await office.call<{ id: number }>('POST', '/amenity', { title, description: title })
  return { id: body.id, title, ticket: await createReservation(office, body.id, '10:00', '12:00') }
}

async function getSlotPosition(page: Page, amenity: string, hour: string): Promise<{ x: number; y: number }> {
  const columnHead = page.locator('.ec-col-head').filter({ hasText: amenity })
  const line = page.locator('.ec-slot').getByText(hour, { exact: true })
  await columnHead.scrollIntoViewIfNeeded()
  await line.scrollIntoViewIfNeeded()
  const [column, row] = [await columnHead.boundingBox(), await line.boundingBox()]
  if (!column || !row) throw new Error('the calendar is not drawn')
  return { x: column.x + column.width / 2, y: row.y + row.height / 2 + 8 }
}

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

test('on a phone the calendar scrolls sideways, and a booking opens and closes', async ({ visit, api }) => {
  const { title, ticket } = await createBookedAmenity(await api(ADMIN))
  const page = await visit({ on: 'phone', as: ADMIN, to: `/admin/amenity-calendar?day=${BOOKING_DAY}` })
  const bookingButton = page.getByRole('button', { name: new RegExp(`^${title}, .*${ticket}$`) })
  await bookingButton.tap()
  await page
    .getByRole('dialog', { name: new RegExp(ticket) })
    .getByRole('button', { name: 'Close', exact: true })
    .click()
  await expect(bookingButton).toBeInViewport()
  const { x, y } = await getSlotPosition(page, title, '2 PM')
  await page.touchscreen.tap(x, y)
  const slotDialog = page.getByRole('dialog', { name: title })
  await expect(slotDialog).toContainText('2:00 PM to 3:00 PM')
  await slotDialog.getByRole('button', { name: 'Close these hours' }).click()
  const closeHoursDialog = page.getByRole('dialog', { name: 'Close hours' })
  await expect(closeHoursDialog.getByLabel('Closed from')).toHaveValue('14:00')
  await closeHoursDialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await waitUntilPageLoaded(page)
  expect(await findAxeViolations(page)).toEqual([])
})
