import type { Page } from '@playwright/test'
import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { getDayFromNow } from '../../fixtures/days.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'
import { countPresses } from '../../pages/presses.ts'

async function bookAndCancel(page: Page, title: string): Promise<void> {
  const presses = await countPresses(page)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('region', { name: title })).toContainText('Rules')
  const days = page.getByRole('region', { name: 'Days' })
  // In the last two days of a month the calendar may not show two free days, so the test goes to the next
  // month.
  const isMonthOver = getDayFromNow(2).slice(0, 7) !== getDayFromNow(0).slice(0, 7)
  if (isMonthOver) await days.getByRole('button', { name: 'Go to the Next Month' }).click()
  await days
    .getByRole('button', { name: /, free$/ })
    .nth(1)
    .click()
  const times = page.getByRole('region', { name: /^Times on/ })
  await times.getByRole('button', { name: '9:00 AM' }).click()
  expect(await findAxeViolations(page)).toEqual([])
  await times.getByRole('button', { name: 'Book 9:00 AM to 10:00 AM' }).click()
  await expect(findToast(page, 'Reservation added successfully.')).toBeVisible()
  expect((await presses()).clicks).toBe(isMonthOver ? 5 : 4)
  expect((await presses()).keys).toBe(0)

  const ticket = page.getByRole('dialog')
  await expect(ticket).toContainText(title)
  await expect(ticket).toContainText(/approved/i)
  const download = page.waitForEvent('download')
  await ticket.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^RS-.*\.ics$/)
  await ticket.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(findAlertDialog(page, 'Cancel this booking?')).toContainText(
    'Its time becomes free for others.',
  )
  await answerAlertDialog(page, 'Cancel this booking?', 'Cancel booking')
  await expect(findToast(page, 'Booking cancelled.')).toBeVisible()
}

test('the office sets booking rules; a resident books in four taps and cancels', async ({ visit, api }) => {
  const office = await api(ADMIN)
  const title = `Roof Deck ${Date.now()}`
  const { body: amenity } = await office.call<{ id: number }>('POST', '/amenity', {
    title,
    description: 'For up to forty people',
  })

  const desk = await visit({ on: 'desk', as: ADMIN, to: `/admin/amenities?searchTerm=${title}` })
  await desk.getByRole('button', { name: `Edit ${title}` }).click()
  const record = desk.getByRole('dialog', { name: 'EDIT AMENITY' })
  await record.getByLabel('Description').fill('For up to fifty people')
  await record.getByRole('tab', { name: 'Booking rules' }).click()
  await record.getByRole('button', { name: 'Cancel' }).click()
  await answerAlertDialog(desk, 'Close without saving?', 'Keep editing')
  const rules = record.getByRole('tabpanel', { name: 'Booking rules' })
  const hours = rules.getByRole('group', { name: 'Opening hours' })
  await hours.getByLabel('Days of opening hours 1').selectOption('Every day')
  await hours.getByLabel('Opens of opening hours 1').fill('08:00')
  await hours.getByLabel('Closes of opening hours 1').fill('07:00')
  await rules.getByLabel('Step (minutes)').fill('60')
  await rules.getByLabel('Latest cancellation (hours before the start)').fill('0')
  await rules.getByRole('switch', { name: 'Approve automatically' }).click()
  await record.getByRole('button', { name: 'Submit' }).click()
  await expect(hours).toContainText('It closes before it opens.')
  await hours.getByLabel('Closes of opening hours 1').fill('12:00')
  await record.getByRole('button', { name: 'Submit' }).click()
  await expect(findToast(desk, 'Booking rules edited successfully.')).toBeVisible()
  await expect(record.getByLabel('Description')).toHaveValue('For up to fifty people')
  await record.getByRole('button', { name: 'Submit' }).click()
  await expect(findToast(desk, 'Amenity edited successfully.')).toBeVisible()
  await expect(record).toBeHidden()

  for (const on of ['phone', 'desk'] as const)
    await bookAndCancel(await visit({ on, as: createResidentAccount('A-302'), to: '/' }), title)
  await office.call('DELETE', `/amenity/${amenity.id}`)
})

test('a booking against the rules says which and when it is free; the office may save it anyway', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 409/)
  const office = await api(ADMIN)
  const { body: amenity } = await office.call<{ id: number }>('POST', '/amenity', {
    title: `Court ${Date.now()}`,
    description: 'Outdoors',
  })
  await office.call('PUT', `/amenity-rules/${amenity.id}`, { minMinutes: 60 })
  const neighbour = await api(createResidentAccount('A-302'))
  const { id } = await neighbour.file('reservation', { amenityId: amenity.id })
  await office.call('PUT', `/amenity-rules/${amenity.id}`, { maxMinutes: 90, confirmedBookings: true })

  const desk = await visit({ on: 'desk', as: ADMIN, to: `/admin/reservations?modal=true&serviceId=${id}` })
  const record = desk.getByRole('dialog')
  await record.getByRole('button', { name: 'Reserve', exact: true }).click()
  await answerAlertDialog(desk, /^Do you want to/, 'Reserve')
  await expect(findAlertDialog(desk, 'This is against the booking rules')).toContainText(
    'At most 1 hour 30 minutes.',
  )
  await answerAlertDialog(desk, 'This is against the booking rules', 'Save anyway')
  await expect(record).toContainText('At most 1 hour 30 minutes.')
  await office.call('PUT', `/reservation/${id}`, { status: 5 })
  await office.call('DELETE', `/amenity/${amenity.id}`)
})
