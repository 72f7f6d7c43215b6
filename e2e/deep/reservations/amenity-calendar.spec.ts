import { ADMIN } from '../../fixtures/accounts.ts'
import { BOOKING_DAY, createBookedAmenity, getSlotPosition } from '../../fixtures/booked-amenity.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'
import { waitUntilPageLoaded } from '../../tour/go-to-stop.ts'

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
