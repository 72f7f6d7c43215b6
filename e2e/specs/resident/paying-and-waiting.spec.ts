import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import type { ApiClient } from '../../fixtures/api-client.ts'
import { createJpeg } from '../../fixtures/files.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'
import { PayPages } from '../../pages/payments.ts'
import { countPresses } from '../../pages/presses.ts'

test.describe.configure({ mode: 'parallel' })

for (const screen of ['phone', 'desk'] as const)
  test(`a resident pays for an approved reservation on a ${screen}, in the amount that is left`, async ({
    visit,
    api,
    allowError,
  }) => {
    allowError(/status of 400/)
    const office = await api(ADMIN)
    const amenity = await createAmenity(office, { pricePer: 'booking', price: 1500, payHours: 24 })
    const payer = createResidentAccount(screen === 'phone' ? 'C-402' : 'A-203')
    const { id } = await (await api(payer)).file('reservation', { amenityId: amenity.id })
    await office.call('PUT', `/reservation/reserved/${id}`)

    const page = await visit({ on: screen, as: payer, to: `/reservations?serviceId=${id}` })
    const record = page.getByRole('dialog')
    await expect(record).toContainText('₱1,500.00 left to pay. Please pay until')
    expect(await findAxeViolations(page)).toEqual([])
    await record.getByRole('link', { name: 'Pay ₱1,500.00' }).click()
    await expect(page.getByRole('region', { name: /^Reservation / })).toContainText(amenity.title)
    await page.getByRole('link', { name: /^Direct Deposit/ }).click()
    await expect(page.getByRole('textbox', { name: 'Paid Amount' })).toHaveValue('1500.00')
    expect(await findAxeViolations(page)).toEqual([])
    const pay = new PayPages(page)
    await pay.fillAmount('1600')
    await pay.fillCurrentDate()
    await pay.attachDepositSlip(await createJpeg('slip.jpg', 40))
    await pay.submit.click()
    await expect(page.getByText('At most ₱1,500.00 is left to pay for this reservation.')).toBeVisible()
    await pay.fillAmount('1500')
    await pay.submit.click()
    await expect(findToast(page, 'DEPOSIT SLIP UPLOADED')).toBeVisible()
    await expect(record).toContainText('Paid, or a payment is being checked.')
    await office.call('PUT', `/reservation/${id}`, { status: 5 })
  })

test('a resident waits for a taken time, and books it in four presses when it is free', async ({
  visit,
  api,
}) => {
  const office = await api(ADMIN)
  const amenity = await createAmenity(office, { offerMinutes: 60 })
  const holder = await api(createResidentAccount('C-402'))
  const { id } = await holder.file('reservation', { amenityId: amenity.id })
  const reservationResponse = await holder.call<{ startTime: string }>('GET', `/reservation/${id}`)
  const day = reservationResponse.body.startTime.slice(0, 10)
  const address = `/reservations/book?amenity=${amenity.id}&day=${day}`

  const page = await visit({ on: 'phone', as: createResidentAccount('A-302'), to: address })
  const times = page.getByRole('region', { name: /^Times on/ })
  await times.getByRole('button', { name: /^Wait for 9:00 AM to 11:00 AM$/ }).click()
  await expect(findToast(page, 'You are on the waiting list.')).toBeVisible()
  const list = page.getByRole('region', { name: 'Your waiting list' })
  await expect(list).toContainText('You are the first in line.')
  await expect(times.getByRole('button', { name: /^Waiting for 9:00 AM/ })).toBeDisabled()
  expect(await findAxeViolations(page)).toEqual([])

  await office.call('PUT', `/reservation/${id}`, { status: 5 })
  const desk = await visit({ on: 'desk', as: createResidentAccount('A-302'), to: '/' })
  const presses = await countPresses(desk)
  await desk.getByRole('button', { name: /^Notifications/ }).click()
  await desk
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: `${amenity.title} is free` })
    .getByRole('button')
    .click()
  await desk.getByRole('dialog').getByRole('button', { name: 'View' }).click()
  const offer = desk.getByRole('region', { name: 'Your waiting list' })
  await expect(offer).toContainText('Held for you until')
  expect(await findAxeViolations(desk)).toEqual([])
  await offer.getByRole('button', { name: 'Accept' }).click()
  await expect(findToast(desk, 'Reservation added successfully.')).toBeVisible()
  await expect(desk.getByRole('dialog')).toContainText(amenity.title)
  expect((await presses()).clicks).toBe(4)
})

async function createAmenity(office: ApiClient, rules: object): Promise<{ id: number; title: string }> {
  const title = `Garden ${Date.now()}${Math.random().toString(36).slice(2, 5)}`
  const words = { title, description: 'For up to forty people' }
  const { body } = await office.call<{ id: number }>('POST', '/amenity', words)
  await office.call('PUT', `/amenity-rules/${body.id}`, rules)
  return { id: body.id, title }
}
