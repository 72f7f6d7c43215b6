import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import type { ApiClient } from '../../fixtures/api-client.ts'
import { createJpeg } from '../../fixtures/files.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'
import { PaymentPages } from '../../pages/payments.ts'
import { countPresses } from '../../pages/presses.ts'

test.describe.configure({ mode: 'parallel' })

test('a resident pays for an approved reservation, in the amount that is left', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 400/)
  const adminClient = await api(ADMIN)
  const amenity = await createAmenity(adminClient, { pricePer: 'booking', price: 1500, payHours: 24 })
  const payerAccount = createResidentAccount('C-402')
  const { id } = await (await api(payerAccount)).file('reservation', { amenityId: amenity.id })
  await adminClient.call('PUT', `/reservation/reserved/${id}`)

  const page = await visit({ on: 'phone', as: payerAccount, to: `/reservations?serviceId=${id}` })
  const recordDialog = page.getByRole('dialog')
  await expect(recordDialog).toContainText('₱1,500.00 left to pay. Please pay by')
  expect(await findAxeViolations(page)).toEqual([])
  await recordDialog.getByRole('link', { name: 'Pay ₱1,500.00' }).click()
  await expect(page.getByRole('region', { name: /^Reservation / })).toContainText(amenity.title)
  await page.getByRole('link', { name: /^Direct Deposit/ }).click()
  await expect(page.getByRole('textbox', { name: 'Paid Amount' })).toHaveValue('1500.00')
  expect(await findAxeViolations(page)).toEqual([])
  const payPages = new PaymentPages(page)
  await payPages.fillAmount('1600')
  await payPages.fillCurrentDate()
  await payPages.attachDepositSlip(await createJpeg('slip.jpg', 40))
  await payPages.submit.click()
  await expect(page.getByText('At most ₱1,500.00 is left to pay for this reservation.')).toBeVisible()
  await payPages.fillAmount('1500')
  await payPages.submit.click()
  await expect(findToast(page, 'DEPOSIT SLIP UPLOADED')).toBeVisible()
  await expect(recordDialog).toContainText('Paid, or a payment is being checked.')
  await adminClient.call('PUT', `/reservation/${id}`, { status: 5 })
})

test('a resident waits for a taken time, and books it in four presses when it is free', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const amenity = await createAmenity(adminClient, { offerMinutes: 60 })
  const holderClient = await api(createResidentAccount('C-402'))
  const { id } = await holderClient.file('reservation', { amenityId: amenity.id })
  const reservationResponse = await holderClient.call<{ startTime: string }>('GET', `/reservation/${id}`)
  const day = reservationResponse.body.startTime.slice(0, 10)
  const bookingPath = `/reservations/book?amenity=${amenity.id}&day=${day}`

  const page = await visit({ on: 'phone', as: createResidentAccount('A-302'), to: bookingPath })
  const timesRegion = page.getByRole('region', { name: /^Times on/ })
  await timesRegion.getByRole('button', { name: /^Wait for 9:00 AM to 11:00 AM$/ }).click()
  await expect(findToast(page, 'You are on the waiting list.')).toBeVisible()
  const waitingListRegion = page.getByRole('region', { name: 'Your waiting list' })
  await expect(waitingListRegion).toContainText('You are the first in line.')
  await expect(timesRegion.getByRole('button', { name: /^Waiting for 9:00 AM/ })).toBeDisabled()
  expect(await findAxeViolations(page)).toEqual([])

  await adminClient.call('PUT', `/reservation/${id}`, { status: 5 })
  const otherResidentPage = await visit({ on: 'desk', as: createResidentAccount('A-302'), to: '/' })
  const getPressCounts = await countPresses(otherResidentPage)
  await otherResidentPage.getByRole('button', { name: /^Notifications/ }).click()
  await otherResidentPage
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: `${amenity.title} is free` })
    .getByRole('button')
    .click()
  await otherResidentPage.getByRole('dialog').getByRole('button', { name: 'View' }).click()
  const offerRegion = otherResidentPage.getByRole('region', { name: 'Your waiting list' })
  await expect(offerRegion).toContainText('Held for you until')
  expect(await findAxeViolations(otherResidentPage)).toEqual([])
  await offerRegion.getByRole('button', { name: 'Accept' }).click()
  await expect(findToast(otherResidentPage, 'Reservation added successfully.')).toBeVisible()
  await expect(otherResidentPage.getByRole('dialog')).toContainText(amenity.title)
  expect((await getPressCounts()).clicks).toBe(4)
})

async function createAmenity(office: ApiClient, rules: object): Promise<{ id: number; title: string }> {
  const title = `Garden ${Date.now()}${Math.random().toString(36).slice(2, 5)}`
  const amenityFields = { title, description: 'For up to forty people' }
  const { body } = await office.call<{ id: number }>('POST', '/amenity', amenityFields)
  await office.call('PUT', `/amenity-rules/${body.id}`, rules)
  return { id: body.id, title }
}
