import type { Page } from '@playwright/test'
import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { getDayFromNow } from '../../fixtures/days.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'
import { countPresses } from '../../pages/presses.ts'

async function bookAndCancel(page: Page, title: string): Promise<void> {
  const getPressCounts = await countPresses(page)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('region', { name: title })).toContainText('Rules')
  const daysRegion = page.getByRole('region', { name: 'Days' })
  // In the last two days of a month the calendar may not show two free days, so the test then opens the next
  // month.
  const isMonthOver = getDayFromNow(2).slice(0, 7) !== getDayFromNow(0).slice(0, 7)
  if (isMonthOver) await daysRegion.getByRole('button', { name: 'Go to the Next Month' }).click()
  await daysRegion
    .getByRole('button', { name: /, free$/ })
    .nth(1)
    .click()
  const timesRegion = page.getByRole('region', { name: /^Times on/ })
  await timesRegion.getByRole('button', { name: '9:00 AM' }).click()
  expect(await findAxeViolations(page)).toEqual([])
  await timesRegion.getByRole('button', { name: 'Book 9:00 AM to 10:00 AM' }).click()
  await expect(findToast(page, 'Reservation added successfully.')).toBeVisible()
  expect((await getPressCounts()).clicks).toBe(isMonthOver ? 5 : 4)
  expect((await getPressCounts()).keys).toBe(0)

  const ticket = page.getByRole('dialog')
  await expect(ticket).toContainText(title)
  await expect(ticket).toContainText(/approved/i)
  const downloadPromise = page.waitForEvent('download')
  await ticket.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await downloadPromise).suggestedFilename()).toMatch(/^RS-.*\.ics$/)
  await ticket.getByRole('button', { name: 'Cancel reservation' }).click()
  await expect(findAlertDialog(page, 'Cancel this reservation?')).toContainText(
    'Its time becomes free for others.',
  )
  await answerAlertDialog(page, 'Cancel this reservation?', 'Cancel reservation')
  await expect(findToast(page, 'Reservation cancelled.')).toBeVisible()
}

test('the office sets booking rules; a resident books in four taps and cancels', async ({ visit, api }) => {
  const adminClient = await api(ADMIN)
  const title = `Roof Deck ${Date.now()}`
  const { body: amenity } = await adminClient.call<{ id: number }>('POST', '/amenity', {
    title,
    description: 'For up to forty people',
  })

  const adminPage = await visit({ on: 'desk', as: ADMIN, to: `/admin/amenities?searchTerm=${title}` })
  await adminPage.getByRole('button', { name: `Edit ${title}` }).click()
  const recordDialog = adminPage.getByRole('dialog', { name: 'EDIT AMENITY' })
  await recordDialog.getByLabel('Description').fill('For up to fifty people')
  await recordDialog.getByRole('tab', { name: 'Booking rules' }).click()
  await recordDialog.getByRole('button', { name: 'Cancel' }).click()
  await answerAlertDialog(adminPage, 'Close without saving?', 'Keep editing')
  const rulesPanel = recordDialog.getByRole('tabpanel', { name: 'Booking rules' })
  const openingHoursGroup = rulesPanel.getByRole('group', { name: 'Opening hours' })
  await openingHoursGroup.getByLabel('Days of opening hours 1').selectOption('Every day')
  await openingHoursGroup.getByLabel('Opens of opening hours 1').fill('08:00')
  await openingHoursGroup.getByLabel('Closes of opening hours 1').fill('07:00')
  await rulesPanel.getByLabel('Step (minutes)').fill('60')
  await rulesPanel.getByLabel('Latest cancellation (hours before the start)').fill('0')
  await rulesPanel.getByRole('switch', { name: 'Approve automatically' }).click()
  await recordDialog.getByRole('button', { name: 'Submit' }).click()
  await expect(openingHoursGroup).toContainText('It closes before it opens.')
  await openingHoursGroup.getByLabel('Closes of opening hours 1').fill('12:00')
  await recordDialog.getByRole('button', { name: 'Submit' }).click()
  await expect(findToast(adminPage, 'Booking rules edited successfully.')).toBeVisible()
  await expect(recordDialog.getByLabel('Description')).toHaveValue('For up to fifty people')
  await recordDialog.getByRole('button', { name: 'Submit' }).click()
  await expect(findToast(adminPage, 'Amenity edited successfully.')).toBeVisible()
  await expect(recordDialog).toBeHidden()

  await bookAndCancel(await visit({ on: 'phone', as: createResidentAccount('A-302'), to: '/' }), title)
  await adminClient.call('DELETE', `/amenity/${amenity.id}`)
})

test('a booking against the rules says which and when it is free; the office may save it anyway', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 409/)
  const adminClient = await api(ADMIN)
  const { body: amenity } = await adminClient.call<{ id: number }>('POST', '/amenity', {
    title: `Court ${Date.now()}`,
    description: 'Outdoors',
  })
  await adminClient.call('PUT', `/amenity-rules/${amenity.id}`, { minMinutes: 60 })
  const neighbourClient = await api(createResidentAccount('A-302'))
  const { id } = await neighbourClient.file('reservation', { amenityId: amenity.id })
  await adminClient.call('PUT', `/amenity-rules/${amenity.id}`, { maxMinutes: 90, confirmedBookings: true })

  const adminPage = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/reservations?modal=true&serviceId=${id}`,
  })
  const recordDialog = adminPage.getByRole('dialog')
  await recordDialog.getByRole('button', { name: 'Reserve', exact: true }).click()
  await answerAlertDialog(adminPage, /^Do you want to/, 'Reserve')
  await expect(findAlertDialog(adminPage, 'This is against the booking rules')).toContainText(
    'At most 1 hour 30 minutes.',
  )
  await answerAlertDialog(adminPage, 'This is against the booking rules', 'Save anyway')
  await expect(recordDialog).toContainText('At most 1 hour 30 minutes.')
  await adminClient.call('PUT', `/reservation/${id}`, { status: 5 })
  await adminClient.call('DELETE', `/amenity/${amenity.id}`)
})
